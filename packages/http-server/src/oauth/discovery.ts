import type { Symbolon } from "@symbolon/core"
import { scopes } from "@symbolon/core/contract"

/** The claims of `/userinfo` and ID tokens. */
const claims = `sub iss aud exp iat auth_time nonce acr amr azp sid at_hash
  name given_name family_name preferred_username updated_at
  email email_verified phone_number phone_number_verified organizations`.split(/\s+/)

const bySecret = ["client_secret_basic", "client_secret_post"]
/**
 * `none` is for public clients: they name themselves, and may do so for tokens and revocation
 * alone.
 */
const bySecretOrName = [...bySecret, "none"]

/** The metadata of the authorization server (OpenID Connect Discovery 1.0, RFC 8414). */
export const discoveryDocument = ({ settings }: Pick<Symbolon, "settings">) => {
  const issuer = `${settings.baseUrl}/oauth2`
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    introspection_endpoint: `${issuer}/introspect`,
    revocation_endpoint: `${issuer}/revoke`,
    end_session_endpoint: `${issuer}/logout`,
    scopes_endpoint: `${issuer}/scopes`,
    client_info_endpoint: `${issuer}/client-info`,
    scopes_supported: Object.keys(scopes),
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: [
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: bySecretOrName,
    introspection_endpoint_auth_methods_supported: bySecret,
    revocation_endpoint_auth_methods_supported: bySecretOrName,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    claims_supported: claims,
    claim_types_supported: ["normal"],
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    display_values_supported: ["page"],
    acr_values_supported: ["1", "2"],
    ui_locales_supported: ["en"],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // Where it is not said, OpenID Connect takes it for true.
    request_uri_parameter_supported: false,
    service_documentation: `${settings.baseUrl}/docs`,
  }
}
