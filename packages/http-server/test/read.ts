import { expect } from "vitest"

/**
 * The members of bodies that tests go on with; which of them are there is what each test expects
 * first.
 */
export interface Told {
  readonly [name: string]: unknown
  readonly uuid: string
  readonly slug: string
  readonly id: string
  readonly address: string
  readonly access_token: string
  readonly wallet_address: string
  readonly message: string
  readonly delta_cursor: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, string>>
  readonly total_items: number
  readonly items: readonly Told[]
  readonly keys: readonly Told[]
  readonly results: readonly Told[]
  readonly made: readonly Told[]
  readonly accepted: readonly Told[]
}

/** The JSON body of a reply that must have `status`; shows the body when it has another. */
export const read = async (reply: Response, status: number): Promise<Told> => {
  const body = (await reply.json()) as Told
  expect({ status: reply.status, body }).toMatchObject({ status })
  return body
}
