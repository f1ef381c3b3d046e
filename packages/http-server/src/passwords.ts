import type { Passwords } from "@symbolon/core"

/**
 * argon2id with the parameters OWASP recommends (19 MiB, two passes, one lane); about 20 ms of a
 * thread of the pool.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The PHC string of a hash: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

// With the first password: who mounts the service without passwords loads nothing native.
const argon2 = () => import("@node-rs/argon2")

/**
 * Hashes passwords with argon2id, for `createSymbolon({ passwords })`. A hash carries its own
 * parameters, so that raising them leaves old ones good.
 */
export const argon2Passwords: Passwords = {
  hash: async (password) => (await argon2()).hash(password, cost),
  verify: async (known, password) => (await argon2()).verify(known, password).catch(() => false),
  needsRehash: (known) => {
    const [, memory, time, lanes] = (parameters.exec(known) ?? []).map(Number)
    return memory !== cost.memoryCost || time !== cost.timeCost || lanes !== cost.parallelism
  },
}
