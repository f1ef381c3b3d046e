import { type Breakage, verbs } from "./breakage.ts"

const growing = "passkeys: a use is noted when the counter has grown, or when there is none"
const removing = "passkeys: one is removed by its owner, all with their owner, and nobody else's"

export const ofPasskeys: readonly Breakage[] = [
  verbs("a passkey's counter may go back", growing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      used: async (id, counter, moment) =>
        (await tx.passkeys.find(id)) !== undefined &&
        ((await tx.passkeys.used(id, counter, moment)) || true),
    },
  })),
  verbs("a passkey that does not count works once", growing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      used: async (id, counter, moment) => counter > 0 && tx.passkeys.used(id, counter, moment),
    },
  })),
  verbs("a passkey's use is not dated", growing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      find: async (id) => {
        const found = await tx.passkeys.find(id)
        return found === undefined ? undefined : { ...found, usedAt: undefined }
      },
    },
  })),
  verbs(
    "a credential goes over to whoever brings it",
    "passkeys: a credential is added once, whoever brings it",
    () => (tx) => ({
      passkeys: {
        ...tx.passkeys,
        add: async (passkey) => {
          const known = await tx.passkeys.find(passkey.credentialId)
          if (known !== undefined) await tx.passkeys.remove(known.userUuid, passkey.credentialId)
          return tx.passkeys.add(passkey)
        },
      },
    }),
  ),
  verbs(
    "a user's passkeys come as they lie",
    "passkeys: those of a user, the oldest first",
    () => (tx) => ({
      passkeys: {
        ...tx.passkeys,
        ofUser: async (uuid) => (await tx.passkeys.ofUser(uuid)).toReversed(),
      },
    }),
  ),
  verbs("anybody removes a passkey", removing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      remove: async (_, id) => {
        const found = await tx.passkeys.find(id)
        return found !== undefined && tx.passkeys.remove(found.userUuid, id)
      },
    },
  })),
  verbs("a passkey is removed twice", removing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      remove: async (userUuid, id) => {
        const found = await tx.passkeys.find(id)
        await tx.passkeys.remove(userUuid, id)
        return found === undefined || found.userUuid === userUuid
      },
    },
  })),
  verbs("removing all passkeys leaves the oldest", removing, () => (tx) => ({
    passkeys: {
      ...tx.passkeys,
      removeAll: async (uuid) => {
        const [, ...others] = await tx.passkeys.ofUser(uuid)
        for (const { credentialId } of others) await tx.passkeys.remove(uuid, credentialId)
        return others.length + 1
      },
    },
  })),
]
