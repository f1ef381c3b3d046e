/** What a browser got. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly location: string | undefined
  readonly text: string
  /** Undefined when it is no JSON. */
  readonly json: unknown
}

/** The least of a browser: it keeps cookies, and follows no redirect unasked. */
export const openBrowser = () => {
  const cookies = new Map<string, string>()

  const send = async (url: string, init: RequestInit): Promise<Got> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = new Headers(init.headers)
    if (cookie !== "") headers.set("cookie", cookie)
    const reply = await fetch(url, { ...init, headers, redirect: "manual" })
    for (const written of reply.headers.getSetCookie()) {
      const [pair = "", ...attributes] = written.split(";")
      const [name = "", value = ""] = pair.split("=")
      if (attributes.some((each) => each.trim() === "Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await reply.text()
    return {
      status: reply.status,
      headers: reply.headers,
      location: reply.headers.get("location") ?? undefined,
      text,
      json: parsed(text),
    }
  }

  return {
    cookies,
    /** As a program that wants JSON, unless `accept` says otherwise. */
    get: (
      url: string,
      headers: Readonly<Record<string, string>> = { accept: "application/json" },
    ) => send(url, { headers }),
    /** Sends JSON. */
    post: (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    /** Sends a form, as a page does. */
    submit: (
      url: string,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      send(url, {
        method: "POST",
        headers: {
          accept: "text/html",
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
