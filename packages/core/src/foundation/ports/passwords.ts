/** Hashes passwords (argon2id). Slow on purpose: never called inside a transaction. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  /** `false` also for a hash that cannot be read. */
  readonly verify: (hash: string, password: string) => Promise<boolean>
  /**
   * Whether the hash was made with weaker parameters than {@link hash} takes now: it is then made
   * anew at the next sign-in.
   */
  readonly needsRehash: (hash: string) => boolean
}
