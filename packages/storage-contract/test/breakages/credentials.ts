import { type Breakage, verbs } from "./breakage.ts"

const range =
  "issuances: reversed credentials are told by their index, of one treasury and one range"
const keys =
  "credentialKeys: those of an organization, whole, the oldest first, and the one that signs"

export const ofCredentials: readonly Breakage[] = [
  verbs(
    "an organization gets a second key that signs",
    "credentialKeys: an organization has one key that signs, also of two that are added at once",
    () => (tx) => ({
      credentialKeys: {
        ...tx.credentialKeys,
        add: async (key) => (await tx.credentialKeys.add(key)) || true,
      },
    }),
  ),
  verbs("retired keys are not listed", keys, () => (tx) => ({
    credentialKeys: {
      ...tx.credentialKeys,
      list: async (organizationUuid) =>
        (await tx.credentialKeys.list(organizationUuid)).filter(
          ({ retiredAt }) => retiredAt === undefined,
        ),
    },
  })),
  verbs(
    "a key is retired again and again",
    "credentialKeys: a key is retired once, and makes room for another",
    () => (tx) => ({
      credentialKeys: {
        ...tx.credentialKeys,
        retire: async (keyId, at) => (await tx.credentialKeys.retire(keyId, at)) || true,
      },
    }),
  ),
  verbs(
    "one index is reserved, however many were asked for",
    "credentialKeys: indexes count from 0 for each organization, and none is given twice",
    () => (tx) => ({
      credentialKeys: {
        ...tx.credentialKeys,
        reserveIndexes: (organizationUuid) => tx.credentialKeys.reserveIndexes(organizationUuid, 1),
      },
    }),
  ),
  verbs("a range of credentials has no end", range, () => (tx) => ({
    issuances: {
      ...tx.issuances,
      reversedCredentials: (treasuryAddress, { first }) =>
        tx.issuances.reversedCredentials(treasuryAddress, { first, count: 1000 }),
    },
  })),
  verbs("a range of credentials begins at 0", range, () => (tx) => ({
    issuances: {
      ...tx.issuances,
      reversedCredentials: (treasuryAddress, { first, count }) =>
        tx.issuances.reversedCredentials(treasuryAddress, { first: 0, count: first + count }),
    },
  })),
]
