import { expect, it } from "vitest"
import { prefersHtml } from "../../src/oauth/accept.ts"

it.each([
  ["text/html", true],
  ["TEXT/HTML", true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  // Of two that are as good, HTML, whichever stands first.
  ["application/json, text/html", true],
  ["text/html;q=0.5, application/json;q=0.4", true],
  ["text/html;q=0.5, application/json", false],
  ["text/html;Q=0", false],
  // Wildcards are what programs send.
  ["*/*", false],
  ["text/*", false],
  ["*/*, application/json;q=0.1", false],
  ["", false],
  [undefined, false],
])("of %j is %j", (accept, isHtml) => expect(prefersHtml(accept)).toBe(isHtml))
