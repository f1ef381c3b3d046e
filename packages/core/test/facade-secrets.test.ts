import { expect, it } from "vitest"
import type { Symbolon } from "../src/index.ts"

type Facade = Omit<Symbolon, "as" | "close" | "ready" | "runWork">

/** The names of all members of a type that end like those of hashes, at any depth. */
type HashesIn<T, Depth extends readonly unknown[] = []> = Depth["length"] extends 7
  ? never
  : T extends Date | Uint8Array | string | number | boolean | ((...input: never) => unknown)
    ? never
    : T extends readonly (infer Item)[]
      ? HashesIn<Item, [...Depth, 1]>
      : T extends object
        ? {
            [Name in keyof T & string]:
              | (Lowercase<Name> extends `${string}hash` | `${string}hashes` | "sealed"
                  ? Name
                  : never)
              | HashesIn<T[Name], [...Depth, 1]>
          }[keyof T & string]
        : never

type Answered<Verb> = Verb extends (...input: never) => Promise<infer Answer> ? Answer : never

/** `noun.verb: member` for each hash that a method of the facade answers. */
type Hashes = {
  [Noun in Extract<keyof Facade, string>]: {
    [Verb in Extract<keyof Facade[Noun], string>]: HashesIn<
      Answered<Facade[Noun][Verb]>
    > extends infer Name
      ? Name extends string
        ? `${Noun}.${Verb}: ${Name}`
        : never
      : never
  }[Extract<keyof Facade[Noun], string>]
}[Extract<keyof Facade, string>]

/** What anybody computes of a transaction, and of a content that the caller reads. */
type Public =
  | "data_hash"
  | "meta_hash"
  | "previous_hash"
  | "to_previous_hash"
  | "leafHash"
  | "transactionHash"
  | "contentHash"

it("no method of the facade answers the hash of a secret, or a sealed key", () => {
  type Secret = Exclude<Hashes, `${string}: ${Public}`>
  // The compiler refuses the line, and names the methods, where there is one.
  const none: [Secret] extends [never] ? true : { readonly [Place in Secret]: Place } = true
  expect(none).toBe(true)
})
