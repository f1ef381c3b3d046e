/** How a setting is written outside of a file. */
export interface Spelling {
  readonly flag: string
  /** The first one that is set counts. */
  readonly env: readonly string[]
  /** A flag of kind `switch` takes no value; one of kind `boolean` takes `true` or `false`. */
  readonly kind: "text" | "number" | "switch" | "boolean" | "list"
  /** The placeholder for the value in help. */
  readonly hint: string
  readonly help: string
  /** Never shown. */
  readonly isSecret?: true
}
