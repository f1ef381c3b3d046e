import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import { sha256 } from "../foundation/kernel/digest.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"
import { achievementTypes, alignmentTargetTypes } from "./open-badge-words.ts"
import { statusPlace } from "./status-list.ts"

/** The contexts of an OpenBadgeCredential, in their order. */
const contexts = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
]

const schema = {
  id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
  type: "1EdTechJsonSchemaValidator2019",
}

/** The organization that signs, as its credentials name it. */
export interface CredentialIssuer {
  /** Its DID. */
  readonly did: string
  readonly name: string
  readonly website: string | undefined
  /** Absolute. */
  readonly logoUrl: string | undefined
}

/** What a credential says, beside the words of its item. */
export interface Award {
  /** Uuid of the credential itself. */
  readonly uuid: string
  readonly issuer: CredentialIssuer
  /** The template of the reward, in the version that was issued. */
  readonly template: { readonly uuid: string; readonly version: number }
  /** Place of the item in its content, from 0. */
  readonly itemIndex: number
  /** Absolute; of the picture of the badge. */
  readonly imageUrl: string | undefined
  /** The wallet that the reward was issued into. */
  readonly walletAddress: string
  /** Random; without the address it makes the hash of the wallet say nothing. */
  readonly salt: string
  /** Where the status lists of the organization are: the number of the list follows. */
  readonly statusListsUrl: string
  /** Index of the credential in them. */
  readonly statusIndex: number
  readonly now: Date
}

/** Whether an item becomes a credential: a badge or a certificate. */
export const isCredential = ({ type }: JsonObject): boolean =>
  type === "badge" || type === "certificate"

/**
 * An OpenBadgeCredential (Open Badges 3.0, W3C Verifiable Credentials 2.0) of a badge or a
 * certificate, not signed yet. Nobody is named: the subject is a salted hash of the wallet.
 */
export const openBadge = (item: JsonObject, award: Award): JsonObject => {
  const title = textOf(item["title"]) ?? ""
  return present({
    "@context": contexts,
    id: `urn:uuid:${award.uuid}`,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: title,
    description: textOf(item["description"]),
    issuer: issuerProfile(award.issuer),
    validFrom: award.now.toISOString(),
    validUntil: validUntilOf(item),
    awardedDate: startOf(item["issued_on"]),
    credentialSubject: subjectOf(item, title, award),
    evidence: listOf(item["evidence"]).map((one) =>
      typed("Evidence", pick(one, ["id", "name", "description", "narrative"])),
    ),
    credentialStatus: statusEntry(award),
    credentialSchema: [schema],
  })
}

const issuerProfile = ({ did, name, website, logoUrl }: CredentialIssuer): JsonObject =>
  present({
    id: did,
    type: ["Profile"],
    name,
    url: website,
    image: logoUrl === undefined ? undefined : imageOf(logoUrl),
  })

const subjectOf = (item: JsonObject, title: string, award: Award): JsonObject => {
  const achievementId =
    textOf(item["achievement_id"]) ?? `urn:uuid:${award.template.uuid}#${award.itemIndex}`
  const results = resultsOf(item, achievementId)
  return present({
    type: ["AchievementSubject"],
    identifier: [walletIdentity(award)],
    achievement: achievementOf(item, { id: achievementId, title, award, results }),
    creditsEarned: item["credits_earned"],
    licenseNumber: item["license_number"],
    result: results.map(({ result }) => result),
  })
}

/**
 * The holder as Open Badges compares identities: whoever is told the address checks that the
 * credential is of that wallet; nobody else learns anything, and no two credentials look alike.
 */
const walletIdentity = ({ walletAddress, salt }: Award): JsonObject => ({
  type: "IdentityObject",
  identityType: "ext:wallet_address",
  hashed: true,
  identityHash: `sha256$${sha256(`${walletAddress}${salt}`)}`,
  salt,
})

interface AchievementParts {
  readonly id: string
  readonly title: string
  readonly award: Award
  readonly results: readonly DescribedResult[]
}

const achievementOf = (
  item: JsonObject,
  { id, title, award, results }: AchievementParts,
): JsonObject => {
  const description = textOf(item["description"]) ?? title
  return present({
    id,
    type: ["Achievement"],
    name: title,
    description,
    criteria: isObject(item["criteria"]) ? item["criteria"] : { narrative: description },
    achievementType:
      item["type"] === "certificate"
        ? "Certificate"
        : wordOf(textOf(item["achievement_type"]) ?? "Badge", achievementTypes),
    version: String(award.template.version),
    tag: listOf(item["tags"]),
    alignment: listOf(item["alignment"]).filter(isObject).map(alignmentOf),
    image: award.imageUrl === undefined ? undefined : imageOf(award.imageUrl),
    resultDescription: results.flatMap(({ described }) => (described ? [described] : [])),
  })
}

const alignmentOf = (alignment: JsonObject): JsonObject => {
  const targetType = textOf(alignment["target_type"])
  return typed("Alignment", {
    targetName: alignment["target_name"],
    targetUrl: alignment["target_url"],
    targetCode: alignment["target_code"],
    targetFramework: alignment["target_framework"],
    targetType: targetType && wordOf(targetType, alignmentTargetTypes),
  })
}

/** A result, and the description that the achievement has of it, if it has one. */
interface DescribedResult {
  readonly result: JsonObject
  readonly described: JsonObject | undefined
}

/** The level that was reached, and the results. */
const resultsOf = (item: JsonObject, achievementId: string): readonly DescribedResult[] => {
  const level = textOf(item["level"])
  const reached =
    level === undefined ? [] : [{ value: level, name: "Level", resultType: "PerformanceLevel" }]
  const others = listOf(item["result"])
    .filter(isObject)
    .map(({ value, description }) => ({ value, name: description, resultType: "Result" }))
  return [...reached, ...others].map(({ value, name, resultType }, index) => {
    if (name === undefined) return { result: typed("Result", { value }), described: undefined }
    const id = `${achievementId}${achievementId.includes("#") ? "-" : "#"}result-${index}`
    return {
      result: typed("Result", { value, resultDescription: id }),
      described: typed("ResultDescription", { id, name, resultType }),
    }
  })
}

const statusEntry = ({ statusListsUrl, statusIndex }: Award): JsonObject => {
  const { list, position } = statusPlace(statusIndex)
  const statusListCredential = `${statusListsUrl}/${list}`
  return {
    id: `${statusListCredential}#${position}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(position),
    statusListCredential,
  }
}

/** A badge says the moment; a certificate the last day, which it is valid through, in UTC. */
const validUntilOf = (item: JsonObject): string | undefined => {
  const expiresOn = textOf(item["expires_on"])
  const expiresAt = expiresOn === undefined ? textOf(item["expires_at"]) : `${expiresOn}T23:59:59Z`
  return expiresAt === undefined ? undefined : new Date(expiresAt).toISOString()
}

const startOf = (day: Json | undefined): string | undefined =>
  typeof day === "string" ? `${day}T00:00:00Z` : undefined

const imageOf = (url: string): JsonObject => ({ id: url, type: "Image" })

/** A word of a vocabulary of Open Badges, or an extension of it. */
const wordOf = (word: string, words: ReadonlySet<string>): string =>
  words.has(word) ? word : `ext:${word.replaceAll(/[^a-zA-Z0-9._-]+/g, "_")}`

type Members = Readonly<Record<string, Json | undefined>>

const typed = (type: string, members: Members): JsonObject => present({ type: [type], ...members })

const pick = (value: Json, names: readonly string[]): Members =>
  isObject(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : {}

/** What is there: an author's empty list says nothing. */
const present = (members: Members): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(
      (entry): entry is [string, Json] =>
        entry[1] !== undefined && !(Array.isArray(entry[1]) && entry[1].length === 0),
    ),
  )

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
