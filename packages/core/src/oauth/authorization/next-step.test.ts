import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SignedIn } from "../../accounts/login.ts"
import { type NextStep, nextStep, type SignInState } from "./next-step.ts"
import { prompts } from "./authorization-request.ts"

const now = new Date("2026-11-21T10:00:00Z")
const signedIn = (secondsAgo: number): SignedIn => ({
  userUuid: "ada",
  authTime: new Date(now.getTime() - secondsAgo * 1000),
  amr: ["pwd"],
  acr: "1",
})
const consent = (...scopes: string[]) => ({
  userUuid: "ada",
  clientId: "app",
  scopes,
  createdAt: now,
  updatedAt: now,
})
const stateWith = (
  changed: Partial<Omit<SignInState, "request">> & {
    readonly request?: Partial<SignInState["request"]>
  } = {},
): SignInState => ({
  isFirstParty: false,
  isAssured: true,
  signedIn: signedIn(100),
  consent: consent("openid", "wallet:read"),
  isAccountChosen: false,
  isSignedInAnew: false,
  ...changed,
  request: {
    prompt: [],
    maxAgeSeconds: undefined,
    hintedUserUuid: undefined,
    scopes: ["openid", "wallet:read"],
    ...changed.request,
  },
})

describe("nextStep", () => {
  it.each<readonly [string, SignInState, NextStep]>([
    ["signed in, all allowed before", stateWith(), "answer"],
    ["nobody signed in", stateWith({ signedIn: undefined }), "login_required"],
    [
      "nobody signed in, first party",
      stateWith({ signedIn: undefined, isFirstParty: true }),
      "login_required",
    ],
    ["nothing allowed yet", stateWith({ consent: undefined }), "consent_required"],
    ["one scope more than allowed", stateWith({ consent: consent("openid") }), "consent_required"],
    ["fewer than allowed", stateWith({ request: { scopes: ["openid"] } }), "answer"],
    [
      "first party, nothing allowed",
      stateWith({ isFirstParty: true, consent: undefined }),
      "answer",
    ],
    [
      "an app that any program can pose as, all allowed before",
      stateWith({ isAssured: false }),
      "consent_required",
    ],
    [
      "the same, signed in anew",
      stateWith({ isAssured: false, isSignedInAnew: true }),
      "consent_required",
    ],
    [
      "the same of the first party",
      stateWith({ isAssured: false, isFirstParty: true }),
      "consent_required",
    ],
    [
      "the same of the first party, signed in anew",
      stateWith({ isAssured: false, isFirstParty: true, isSignedInAnew: true }),
      "answer",
    ],
    ["prompt=login", stateWith({ request: { prompt: ["login"] } }), "login_required"],
    [
      "prompt=login, done",
      stateWith({ request: { prompt: ["login"] }, isSignedInAnew: true }),
      "answer",
    ],
    ["prompt=consent", stateWith({ request: { prompt: ["consent"] } }), "consent_required"],
    [
      "prompt=consent, first party",
      stateWith({ request: { prompt: ["consent"] }, isFirstParty: true }),
      "consent_required",
    ],
    [
      "prompt=select_account",
      stateWith({ request: { prompt: ["select_account"] } }),
      "account_selection_required",
    ],
    [
      "prompt=select_account, done",
      stateWith({ request: { prompt: ["select_account"] }, isAccountChosen: true }),
      "answer",
    ],
    [
      "prompt=select_account after a new sign-in",
      stateWith({ request: { prompt: ["select_account"] }, isSignedInAnew: true }),
      "answer",
    ],
    [
      "prompt=login consent",
      stateWith({ request: { prompt: ["login", "consent"] } }),
      "login_required",
    ],
    [
      "prompt=login consent, signed in anew",
      stateWith({ request: { prompt: ["login", "consent"] }, isSignedInAnew: true }),
      "consent_required",
    ],
    ["max_age not reached", stateWith({ request: { maxAgeSeconds: 100 } }), "answer"],
    ["max_age passed", stateWith({ request: { maxAgeSeconds: 99 } }), "login_required"],
    [
      "max_age passed, signed in anew",
      stateWith({ request: { maxAgeSeconds: 99 }, isSignedInAnew: true }),
      "answer",
    ],
    [
      "max_age=0",
      stateWith({ request: { maxAgeSeconds: 0 }, signedIn: signedIn(0) }),
      "login_required",
    ],
    ["hint of the same user", stateWith({ request: { hintedUserUuid: "ada" } }), "answer"],
    ["hint of another user", stateWith({ request: { hintedUserUuid: "ben" } }), "login_required"],
    [
      "hint of another user, signed in anew",
      stateWith({ request: { hintedUserUuid: "ben" }, isSignedInAnew: true }),
      "login_required",
    ],
  ])("%s", (_, state, expected) => expect(nextStep(state, now)).toBe(expected))

  it("never answers for nobody, nor a third-party app what was not allowed", () => {
    const scope = fc.constantFrom("openid", "wallet:read", "wallet:transfer")
    const any = fc.record({
      isFirstParty: fc.boolean(),
      isAssured: fc.boolean(),
      signedIn: fc.option(fc.integer({ min: 0, max: 1000 }).map(signedIn), { nil: undefined }),
      consent: fc.option(
        fc.uniqueArray(scope).map((scopes) => consent(...scopes)),
        { nil: undefined },
      ),
      isAccountChosen: fc.boolean(),
      isSignedInAnew: fc.boolean(),
      request: fc.record({
        prompt: fc.subarray([...prompts]),
        maxAgeSeconds: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
        hintedUserUuid: fc.option(fc.constantFrom("ada", "ben"), { nil: undefined }),
        scopes: fc.uniqueArray(scope),
      }),
    })
    fc.assert(
      fc.property(any, (state) => {
        fc.pre(nextStep(state, now) === "answer")
        expect(state.signedIn).toBeDefined()
        expect(state.request.hintedUserUuid ?? "ada").toBe("ada")
        const unallowed = state.request.scopes.filter(
          (each) => !(state.consent?.scopes.includes(each) ?? false),
        )
        expect(state.isFirstParty ? [] : unallowed).toEqual([])
        // Where any program can pose as the app, the user did something for this very request.
        expect(
          state.isAssured ||
            (state.isFirstParty && (state.isSignedInAnew || state.isAccountChosen)),
        ).toBe(true)
      }),
    )
  })
})
