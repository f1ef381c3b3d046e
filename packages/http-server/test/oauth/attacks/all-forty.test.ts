import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

/** The attacks of our checklist, by number, and the word by which a test tells which one it is. */
const attacks: Readonly<Record<number, string>> = {
  1: "code replay",
  2: "code replay race",
  3: "code injection",
  4: "PKCE downgrade",
  5: "redirect_uri",
  6: "open redirect",
  7: "mix-up",
  8: "refresh reuse",
  9: "refresh race",
  10: "refresh theft",
  11: "algorithm confusion",
  12: "alg none",
  13: "injection by the header",
  14: "tokens of keys that are over",
  15: "one kind of token for another",
  16: "token substitution in an exchange",
  17: "scope escalation",
  18: "another organization",
  19: "forged consent",
  20: "login CSRF and fixation",
  21: "clickjacking",
  22: "markup in what is shown",
  23: "secrets that leak",
  24: "timing",
  25: "brute force",
  26: "client authentication",
  27: "parameter pollution",
  28: "requests that are too much",
  29: "introspection as an oracle",
  30: "revoked yet accepted",
  31: "a user who is shut out or gone",
  32: "an app that was removed",
  33: "the Host header and proxies",
  34: "requests that the service is made to send",
  35: "clocks that differ",
  36: "reading what is kept",
  37: "a door's token elsewhere",
  38: "a token for somebody else",
  39: "pages of other origins",
  40: "guessing codes, tokens and ids",
}

const titles = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.ts") && name !== "all-forty.test.ts")
  .flatMap((name) => [
    ...readFileSync(join(import.meta.dirname, name), "utf8").matchAll(
      /\(\s*"(attack \d+: [^"]*)",/g,
    ),
  ])
  .map(([, title = ""]) => title)

it("every attack of the checklist has its test", () => {
  expect(Object.keys(attacks)).toHaveLength(40)
  const missing = Object.entries(attacks).filter(
    ([number, what]) => !titles.some((title) => title.startsWith(`attack ${number}: ${what}`)),
  )
  expect(missing).toEqual([])
  const unknown = titles.filter((title) => attacks[Number(/\d+/.exec(title)?.[0])] === undefined)
  expect(unknown).toEqual([])
})
