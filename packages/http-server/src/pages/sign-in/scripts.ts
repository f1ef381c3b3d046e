// Scripts that are sent unchanged. They are small, need no build, and use only features of browsers
// with passkeys.

/**
 * Sends the one form of a page on its way (OAuth 2.0 Form Post Response Mode). Without scripts its
 * button does.
 */
export const formPostScript = `document.querySelector("form").submit()
`

/**
 * Shows the passkey parts of a page if the browser supports passkeys. A form with
 * `data-passkey-options` asks that address what to ask the browser (`data-ceremony`: `create` or
 * `get`), puts the browser's answer into its field `passkey`, and is sent. Where the browser can,
 * it also offers passkeys in the username field; nothing is asked of the server for that before the
 * field is used.
 */
export const passkeyScript = `(() => {
  const webauthn = window.SimpleWebAuthnBrowser
  if (webauthn === undefined || !webauthn.browserSupportsWebAuthn()) return
  for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = false

  const options = async (form) => {
    const reply = await fetch(form.dataset.passkeyOptions, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "error" })
    const body = await reply.json()
    if (!reply.ok) throw new Error(body.message)
    return body
  }

  const tell = (text) => {
    const fault = document.getElementById("passkey-fault")
    fault.textContent = text
    fault.hidden = false
    fault.focus()
  }

  const reasons = {
    NotAllowedError: "Nothing was done: it was called off, or took too long.",
    InvalidStateError: "This device has a passkey for your account already.",
  }

  // One ceremony at a time: a button ends the ceremony of the username field, even while it starts.
  let asked = 0
  const run = async (form, isOffer) => {
    const mine = isOffer ? asked : ++asked
    if (!isOffer) webauthn.WebAuthnAbortService.cancelCeremony()
    const optionsJSON = await options(form)
    if (mine !== asked) return
    const ceremony = form.dataset.ceremony === "create" ? webauthn.startRegistration : webauthn.startAuthentication
    const answer = await ceremony(isOffer ? { optionsJSON, useBrowserAutofill: true } : { optionsJSON })
    form.elements.passkey.value = JSON.stringify(answer)
    form.submit()
  }

  for (const form of document.querySelectorAll("form[data-passkey-options]"))
    form.addEventListener("submit", async (event) => {
      event.preventDefault()
      const button = form.querySelector("button")
      button.disabled = true
      document.getElementById("passkey-fault").hidden = true
      try {
        await run(form, false)
      } catch (error) {
        button.disabled = false
        tell(reasons[error.name] ?? reasons[error.cause?.name] ?? "The passkey could not be used. " + error.message)
      }
    })

  const field = document.querySelector("input[autocomplete~=webauthn]")
  const signIn = document.querySelector("form[data-ceremony=get]")
  if (field === null || signIn === null) return
  const offer = async () => {
    if (await webauthn.browserSupportsWebAuthnAutofill()) await run(signIn, true).catch(() => undefined)
  }
  if (document.activeElement === field) offer()
  else field.addEventListener("focus", offer, { once: true })
})()
`
