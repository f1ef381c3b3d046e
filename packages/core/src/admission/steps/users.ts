import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"

/** The people behind some rows, by uuid, read at once. */
export const usersOf = step(function* (rows: readonly { readonly userUuid: string | undefined }[]) {
  const tx = yield* Tx
  const uuids = new Set(rows.flatMap(({ userUuid }) => (userUuid === undefined ? [] : [userUuid])))
  const users = uuids.size === 0 ? [] : yield* tx.users.findAll([...uuids])
  return new Map(users.map((user) => [user.uuid, user]))
})
