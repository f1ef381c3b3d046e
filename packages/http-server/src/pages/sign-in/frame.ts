import { type Html, html, type Part, textOf } from "./html.ts"
import { assetName } from "./assets.ts"

/** The input of every page. */
export interface PageOptions {
  /** Where the service is reached, without a trailing slash. */
  readonly baseUrl: string
}

interface Frame extends PageOptions {
  /** Says where one is; the service's host is put behind it. */
  readonly title: string
  readonly scripts?: readonly Parameters<typeof assetName>[0][]
}

/**
 * The frame of every page. The brand is the host name, which people can compare with the address
 * bar.
 */
export const frame = (
  { title, baseUrl, scripts = [] }: Frame,
  ...body: readonly Part[]
): string => {
  const { host } = new URL(baseUrl)
  const page: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${host}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset(baseUrl, "page.css")}">
${scripts.map((name) => html`<script src="${asset(baseUrl, name)}" defer></script>\n`)}</head>
<body>
<main>
<p class="brand">${host}</p>
<div class="sheet">
${body}
</div>
</main>
</body>
</html>
`
  return textOf(page)
}

const asset = (baseUrl: string, name: Parameters<typeof assetName>[0]): string =>
  pathOf(baseUrl, `/oauth2/assets/${assetName(name)}`)

/**
 * The address of one of our own paths, without scheme and host: a page that was reached under
 * another name than the configured one (127.0.0.1 for localhost) posts to where it came from.
 */
export const pathOf = (baseUrl: string, path: string): string =>
  new URL(baseUrl).pathname.replace(/\/+$/, "") + path
