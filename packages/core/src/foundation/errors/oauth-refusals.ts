import { refusalClass } from "./refusal-class.ts"

/** The errors of RFC 6749, OpenID Connect Core section 3.1.2.6, RFC 8693 and RFC 8707. */
export type OauthError =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "login_required"
  | "consent_required"
  | "interaction_required"
  | "account_selection_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "registration_not_supported"
  | "insufficient_scope"

/** An error of the authorization server, in the words of RFC 6749. */
export class OauthRefused extends refusalClass(
  "OauthRefused",
  "bad_request",
  ({ description }: { readonly error: OauthError; readonly description: string }) => description,
) {}

/**
 * A form of the sign-in that is not this browser's to send: another browser's challenge, a wrong or
 * missing token, another origin. 403 on the wire.
 */
export class InteractionRefused extends refusalClass(
  "InteractionRefused",
  "forbidden",
  ({ reason }: { readonly reason: string }) => reason,
) {}
