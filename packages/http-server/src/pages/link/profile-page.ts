import type { ProfileData } from "@symbolon/core"
import { frame, type PageOptions } from "../sign-in/frame.ts"
import { html, type Part } from "../sign-in/html.ts"
import { mark, named } from "../sign-in/parts.ts"
import { destinationOf, followed } from "./followed.ts"
import { nameOf } from "./vcard.ts"

export interface PublicProfilePage extends PageOptions {
  readonly profile: ProfileData
  /** Path of the image on this service; undefined for none. */
  readonly imagePath: string | undefined
  /** Path of the vCard. */
  readonly vcardPath: string
}

/**
 * The page of a person, for whoever has the link. It needs no script. Texts are shown as texts; a
 * background and the blocks of an app are not applied.
 */
export const publicProfilePage = ({
  baseUrl,
  profile,
  imagePath,
  vcardPath,
}: PublicProfilePage): string => {
  const name = nameOf(profile)
  return frame(
    { title: titleOf(name), baseUrl },
    html`<div class="profile">
${imagePath === undefined ? mark(name, "person") : html`<img class="portrait" src="${imagePath}" alt="" width="112" height="112">`}
<h1>${named(name)}</h1>
${roleOf(profile)}
${profile.shortDescription.trim() !== "" && html`<p class="prose">${named(profile.shortDescription)}</p>`}
</div>
<div class="actions"><a class="button" href="${vcardPath}" download>Save contact</a>
${actionOf(profile)}</div>
${profile.longDescription.trim() !== "" && html`<section class="group" aria-labelledby="about"><h2 id="about">About</h2><p class="prose">${named(profile.longDescription)}</p></section>`}
${linksOf("elsewhere", "Elsewhere", profile.socialLinks)}
${linksOf("links", "Links", profile.links)}`,
  )
}

export interface WalletPage extends PageOptions {
  readonly walletAddress: string
  readonly organizationName: string | undefined
}

/** The page of a wallet, which does not say whose it is. */
export const walletPage = ({ baseUrl, walletAddress, organizationName }: WalletPage): string =>
  frame(
    { title: "Wallet", baseUrl },
    html`<h1>Wallet</h1>
<p class="lead">To send points here, scan or open this link in your app.</p>
<dl class="facts">${organizationName !== undefined && html`<dt>Organization</dt><dd>${named(organizationName)}</dd>`}
<dt>Address</dt><dd><code>${walletAddress}</code></dd></dl>`,
  )

const titleMax = 80

/** Without what turns the direction of the text after it: a title has no elements to isolate it. */
const titleOf = (name: string): string => {
  const plain = name.toWellFormed().replaceAll(/[\p{Bidi_Control}\p{Cc}]/gu, "")
  const letters = [...plain]
  return letters.length > titleMax ? `${letters.slice(0, titleMax).join("")}…` : plain
}

const roleOf = ({ currentRole }: ProfileData): Part =>
  currentRole !== undefined &&
  html`<p class="lead">${named(currentRole.title)}${currentRole.company.trim() !== "" && html`<br>${named(currentRole.company)}`}</p>`

const actionOf = ({ callToAction }: ProfileData): Part => {
  const url = callToAction && followed(callToAction.url)
  return (
    url !== undefined &&
    html`<a class="button plain" href="${url.href}" rel="${rel}">${named(callToAction?.label ?? "")}</a>`
  )
}

const rel = "noopener noreferrer nofollow"

const linksOf = (id: string, title: string, links: ProfileData["links"]): Part => {
  const rows = links.flatMap(({ label, url }) => {
    const to = followed(url)
    return to === undefined ? [] : [{ label, to }]
  })
  return (
    rows.length > 0 &&
    html`<section class="group" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div class="outward">${rows.map(
      ({ label, to }) =>
        html`<a href="${to.href}" rel="${rel}"><span class="to">${named(label)}</span> <span class="hint">${named(destinationOf(to))}</span></a>\n`,
    )}</div></section>`
  )
}
