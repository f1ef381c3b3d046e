import { afterEach, beforeEach, expect, it } from "vitest"
import { plainPasswords } from "../../../core/test/fixtures/accounts.ts"
import { authorizeUrl, openProvider, pkce, type Provider } from "../fixtures/oauth-provider.ts"
import { openBrowser } from "../fixtures/cookie-browser.ts"

const { passwords } = plainPasswords()
/** What happens between the look at a password and what comes of it. */
let meanwhile = async (): Promise<void> => undefined

let provider: Provider
beforeEach(async () => {
  meanwhile = async () => undefined
  provider = await openProvider({
    core: {
      passwords: {
        ...passwords,
        verify: async (hash, text) => {
          const isRight = await passwords.verify(hash, text)
          await meanwhile()
          return isRight
        },
      },
    },
  })
})
afterEach(() => provider.close())

it("a sign-in that is under way while the password changes gets no code and no browser", async () => {
  const { ada, baseUrl, symbolon } = provider
  const app = await provider.app({ isFirstParty: true })
  const signIn = async (password: string) => {
    const browser = openBrowser()
    const asked = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    const { challenge, csrf_token } = asked.json as Record<string, string>
    const { status } = await browser.post(`${baseUrl}/oauth2/login`, {
      challenge,
      csrf_token,
      username: ada.username,
      password,
    })
    const again = { provider, app, challenge: pkce().challenge, parameters: { prompt: "none" } }
    const { location } = await browser.get(authorizeUrl(again))
    return { status, isSignedIn: new URL(location ?? "").searchParams.has("code") }
  }
  const before = await signIn(ada.password)
  expect(before).toEqual({ status: 200, isSignedIn: true })
  meanwhile = async () => {
    meanwhile = async () => undefined
    await symbolon.users.setPassword({ userUuid: ada.uuid, password: "a new password" })
  }
  expect(await signIn(ada.password)).toEqual({ status: 401, isSignedIn: false })
  expect(await signIn("a new password")).toEqual(before)
})

it("a browser that ends while a request of its runs gets no code", async () => {
  const { ada, baseUrl, symbolon } = provider
  const app = await provider.app({ isFirstParty: true })
  const browser = openBrowser()
  await browser.submit(`${baseUrl}/oauth2/account/sign-in`, {
    username: ada.username,
    password: ada.password,
  })
  const { signedIn } =
    (await symbolon.users.getLogin({ loginToken: [...browser.cookies.values()][0] ?? "" })) ?? {}
  expect(signedIn?.userUuid).toBe(ada.uuid)
  await symbolon.users.setPassword({ userUuid: ada.uuid, password: "a new password" })
  const url = new URL(authorizeUrl({ provider, app, challenge: pkce().challenge }))
  await expect(
    symbolon.oauth.authorize({
      parameters: new Map([...url.searchParams].map(([name, value]) => [name, [value]])),
      browserToken: undefined,
      signedIn,
      methods: ["password"],
    }),
  ).rejects.toMatchObject({ _tag: "SignInRefused" })
})
