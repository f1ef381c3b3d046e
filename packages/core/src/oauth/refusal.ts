import { Data } from "effect"

/** An error of the authorization server, in the words of RFC 6749. */
export class OauthRefused extends Data.TaggedError("OauthRefused")<{
  readonly error:
    | "invalid_request"
    | "invalid_client"
    | "invalid_grant"
    | "unauthorized_client"
    | "unsupported_grant_type"
    | "invalid_scope"
    | "invalid_target"
  readonly description: string
}> {}
