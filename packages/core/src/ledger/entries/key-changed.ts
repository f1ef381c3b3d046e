import { Data } from "effect"

/**
 * The sender's key was rotated since the change was prepared: prepare it again with the new one.
 */
export class KeyChanged extends Data.TaggedError("KeyChanged")<{
  readonly address: string
  readonly keyVersion: number
}> {}
