import { deepEqual, equal } from "node:assert/strict"
import { generateKeyPairSync, randomUUID, sign, verify } from "node:crypto"
import {
  openSignedToken,
  signToken,
  tokenTypes,
} from "../../packages/core/src/oauth/tokens/signed-token.ts"
import type { Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/**
 * One access token signed, and one verified for the first time: by jose, as the service does it,
 * beside `node:crypto` by hand.
 */
export const tokens: Suite = {
  name: "tokens",
  open: async () => {
    const token = await bySignToken()
    return {
      benches: [
        {
          name: "sign a token",
          a: waiting("jose", bySignToken),
          b: waiting("node:crypto", byHand),
          unit: "/s",
          agree: async () => deepEqual(await opened(await byHand()), await opened(token)),
        },
        {
          name: "verify a new token",
          a: waiting("jose", () => opened(token)),
          b: waiting("node:crypto", async () => isSigned(token)),
          unit: "/s",
          agree: async () => {
            equal(isSigned(token), true)
            deepEqual((await opened(token))?.claims, claims)
          },
        },
      ],
      close: () => Promise.resolve(),
    }
  },
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const keyId = "tokens-1"
const claims = {
  iss: "https://club.example/oauth2",
  aud: "https://club.example/api/v1",
  sub: randomUUID(),
  client_id: "app",
  jti: randomUUID(),
  sid: randomUUID(),
  scope: "wallet:read wallet:transfer openid",
  iat: 1_795_000_000,
  exp: 1_795_003_600,
}

const bySignToken = () => signToken(tokenTypes.access, claims, { keyId, privateKey })
const opened = (token: string) => openSignedToken(token, () => publicKey)

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

const byHand = (): Promise<string> => {
  const text = `${encoded({ alg: "RS256", typ: tokenTypes.access, kid: keyId })}.${encoded(claims)}`
  return new Promise((resolve, reject) =>
    sign("sha256", Buffer.from(text), privateKey, (reason, signature) =>
      reason === null ? resolve(`${text}.${signature.toString("base64url")}`) : reject(reason),
    ),
  )
}

const isSigned = (token: string): boolean => {
  const [head = "", body = "", signature = ""] = token.split(".")
  JSON.parse(Buffer.from(head, "base64url").toString())
  JSON.parse(Buffer.from(body, "base64url").toString())
  return verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  )
}
