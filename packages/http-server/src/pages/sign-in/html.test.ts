import { describe, expect, it } from "vitest"
import { html, textOf } from "./html.ts"

describe("html", () => {
  it("escapes whatever is put in, and nothing twice", () => {
    const inner = html`<b title="${`"'<>&`}">${"<i>"}${3}${undefined}${false}</b>`
    expect(textOf(html`<p>${inner}${["<", html`<br>`]}</p>`)).toBe(
      `<p><b title="&quot;&#39;&lt;&gt;&amp;">&lt;i&gt;3</b>&lt;<br></p>`,
    )
  })
})
