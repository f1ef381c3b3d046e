import type { Repositories } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { link, profilePage } from "./profile-samples.ts"
import { at, uuid } from "./samples.ts"

/** Every verb of profile pages and links that writes, as `writingVerbs` has them. */
export const profileWritingVerbs: readonly {
  readonly name: string
  readonly call: (tx: Repositories) => Promise<unknown>
}[] = [
  {
    name: "profilePages.add",
    call: (tx) => tx.profilePages.add(profilePage(100)),
  },
  { name: "profilePages.change", call: (tx) => tx.profilePages.change(profilePage(100)) },
  { name: "profilePages.remove", call: (tx) => tx.profilePages.remove(uuid(100)) },
  { name: "profilePages.removeAllOf", call: (tx) => tx.profilePages.removeAllOf(club.ann.uuid) },
  { name: "links.add", call: (tx) => tx.links.add(link(100)) },
  { name: "links.remove", call: (tx) => tx.links.remove(club.ann.uuid, "token-100") },
  {
    name: "links.addUnnamed",
    call: (tx) =>
      tx.links.addUnnamed({
        userUuid: club.ann.uuid,
        walletAddress: club.bobsPurse.address,
        since: at(0),
      }),
  },
  { name: "links.removeAllOf", call: (tx) => tx.links.removeAllOf(club.ann.uuid) },
]
