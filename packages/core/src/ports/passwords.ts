/** Hashes passwords (argon2id). Slow on purpose: never called inside a transaction. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hash: string, password: string) => Promise<boolean>
}
