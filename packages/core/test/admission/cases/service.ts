import type { Symbolon } from "../../../src/index.ts"

/** A tap as it goes over the wire. */
export interface Tap {
  readonly identifier: {
    readonly type: "card" | "wallet" | "username" | "user_id" | "link"
    readonly value: string
  }
  readonly idempotency_key: string
  readonly occurred_at?: string
  readonly offline?: boolean
  readonly manifest_version?: number
  readonly device_reference?: string
}

/**
 * What the wire says of something: a status and a body, refusals among them. `text` is the body as
 * it was sent.
 */
export interface Told {
  readonly status: number
  readonly body: Body
  readonly text: string
}

/** The members of bodies that scripts go on with. */
export interface Body {
  readonly [name: string]: unknown
  readonly attendance_uuid: string
  readonly delta_cursor: string
  readonly payload: { readonly [name: string]: unknown; readonly manifest_version: number }
  readonly results: readonly Body[]
  readonly items: readonly Body[]
}

/**
 * What doors and those who look after them ask of the service: the same by calls of the library and
 * over HTTP. Sessions go by slug.
 */
export interface DoorService {
  readonly admit: (session: string, tap: Tap) => Promise<Told>
  readonly admitAll: (session: string, taps: readonly Tap[]) => Promise<Told>
  readonly checkIn: (session: string, idempotencyKey: string) => Promise<Told>
  readonly undo: (session: string, attendance: string) => Promise<Told>
  readonly attendees: (
    session: string,
    of?: { readonly disputed?: boolean; readonly status?: "undone" },
  ) => Promise<Told>
  readonly manifest: (session: string) => Promise<Told>
  readonly delta: (session: string, cursor: string) => Promise<Told>
  readonly trustKeys: (session: string) => Promise<Told>
}

/**
 * An empty service with those who may ask it something. What is there before doors open is made by
 * `symbolon` itself, the host.
 */
export interface Ways {
  readonly symbolon: Symbolon
  /** An app of an organization, with every scope and the owner's role. */
  readonly appOf: (organization: {
    readonly uuid: string
    readonly slug: string
  }) => Promise<DoorService>
  /** A device that was given a token for the door of a session. */
  readonly deviceAt: (session: {
    readonly uuid: string
    readonly slug: string
  }) => Promise<DoorService>
  /** Somebody with a token of their own; of an organization's team where one is named. */
  readonly person: (
    userUuid: string,
    organization?: { readonly uuid: string },
  ) => Promise<DoorService>
  readonly close: () => Promise<void>
}
