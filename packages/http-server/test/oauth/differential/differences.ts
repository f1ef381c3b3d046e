/**
 * Where this server and `oidc-provider` answer otherwise, and why that is meant. By name of the
 * request: [ours, theirs, why].
 */
export type Differences = Readonly<Record<string, readonly [string, string, string]>>

const queryOnly =
  "A fragment is for response types that hand out tokens there. Only `code` is offered, whose answers come in the query."

export const authorizeDifferences: Differences = {
  "response_type=token": [
    "query unsupported_response_type",
    "fragment unsupported_response_type",
    queryOnly,
  ],
  "response_type=id_token": [
    "query unsupported_response_type",
    "fragment invalid_request",
    queryOnly,
  ],
  "response_type=code token": [
    "query unsupported_response_type",
    "fragment unsupported_response_type",
    queryOnly,
  ],
  "response_type=none": [
    "query unsupported_response_type",
    "query invalid_request",
    "RFC 6749 section 4.1.2.1 has a word for it. The other server complains of PKCE first, which goes with codes.",
  ],
  "response_mode unknown": [
    "query invalid_request",
    "query unsupported_response_mode",
    "No standard that we implement has that error; OAuth 2.0 Multiple Response Types leaves it open.",
  ],
  "an unknown scope": [
    "query invalid_scope",
    "asks",
    "RFC 6749 section 4.1.2.1. Dropping a scope in silence gives an app less than it thinks it has.",
  ],
  "an unknown parameter twice": [
    "query invalid_request",
    "asks",
    "RFC 6749 section 3.1: no parameter is sent more than once. `resource` alone may be.",
  ],
}

export const tokenDifferences: Differences = {
  "no code_verifier": [
    "400 invalid_request",
    "400 invalid_grant",
    "A required parameter is missing (RFC 6749 section 5.2). Every client needs PKCE here, so it is not a matter of the code.",
  ],
  "a code_verifier of 42 characters": [
    "400 invalid_grant",
    "400 invalid_request",
    "Whatever verifier does not answer the challenge gets the same error (RFC 7636 section 4.6).",
  ],
  "a code_verifier of 129 characters": ["400 invalid_grant", "400 invalid_request", "The same."],
  "no client at all": [
    "401 invalid_client",
    "400 invalid_request",
    "RFC 6749 section 5.2: `invalid_client` also stands for no client authentication included.",
  ],
  "Basic that is no Basic": [
    "401 invalid_client",
    "400 invalid_request",
    "Who tries to authenticate and fails gets 401 with a challenge (RFC 6749 section 5.2), and is counted as a failure.",
  ],
  "client_credentials without a scope": [
    "200 access_token expires_in scope token_type",
    "200 access_token expires_in token_type",
    "Without a scope all of the app's are meant, and RFC 6749 section 3.3 wants the answer to say so.",
  ],
  "client_credentials with an unknown scope": [
    "400 invalid_scope",
    "200 access_token expires_in token_type",
    "Nothing is dropped in silence, as at the authorization endpoint.",
  ],
  "client_credentials of a public client": [
    "400 unauthorized_client",
    "400 invalid_request",
    "RFC 6749 section 5.2 has the word: this client may not use this grant.",
  ],
  "a grant that the client may not use": [
    "400 unauthorized_client",
    "400 invalid_request",
    "The same.",
  ],
  "JSON instead of a form": [
    "415 invalid_request",
    "400 invalid_request",
    "A body of another media type is 415 everywhere in this service.",
  ],
}
