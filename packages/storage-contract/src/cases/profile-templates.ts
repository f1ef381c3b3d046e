import type { ProfileTemplate, ProfileTemplateOrder, Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { profileTemplate } from "../profile-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away } = club
const ofHome = { organizationUuid: home.uuid }

/** Fills the store with a club and these templates. */
const foundWith = async (
  storage: Storage,
  ...templates: readonly ProfileTemplate[]
): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const template of templates) await tx.profileTemplates.add(template)
  })
}
const list =
  (organizationUuid: string | undefined): List<ProfileTemplateOrder, ProfileTemplate> =>
  (tx, page) =>
    tx.profileTemplates.list(organizationUuid, page)

const full = profileTemplate(101, {
  ...ofHome,
  name: "Ünïcode 🚣",
  description: "Δ",
  shortDescription: "one",
  longDescription: "one\ntwo",
  callToAction: { type: "book", label: "Book me", url: "https://club.test/" },
  currentRole: { title: "Captain", company: "Club" },
  customBackground: {
    background: "#000",
    backgroundColor: "#fff",
    backgroundImage: "none",
    backgroundPosition: "center",
    backgroundSize: "cover",
    backgroundRepeat: "no-repeat",
    backgroundAttachment: "fixed",
  },
  avatarFrame: "https://club.test/frame.png",
  socialLinks: [{ label: "Site", url: "https://club.test/" }],
  links: [{ label: "Mail", url: "mailto:crew@club.test" }],
  longDescriptionContent: [{ type: "text", nested: { list: [1, null, true, "x"] } }, {}],
  stickers: [{ at: 0.5 }],
  imageFileUuid: uuid(700),
  updatedAt: at(9),
})
const bare = profileTemplate(102)

export const profileTemplates: readonly StorageCase[] = [
  storageCase(
    "profileTemplates: found by uuid, with all fields and with none; change writes them all; remove removes one",
    async (storage) => {
      await foundWith(storage, full, bare)
      await rejects(
        write(storage, (tx) => tx.profileTemplates.add(bare)),
        "the same template again",
      )
      for (const mode of ["read", "write"] as const)
        await (mode === "read" ? read : write)(storage, async (tx) => {
          for (const verb of ["find", "hold", "lock"] as const) {
            same(await tx.profileTemplates[verb](bare.uuid), bare, `${verb} in a ${mode}`)
            same(await tx.profileTemplates[verb](full.uuid), full, `${verb} of a full one`)
            same(await tx.profileTemplates[verb](uuid(999)), undefined, `${verb} of none`)
          }
        })
      const find = ({ uuid: one }: ProfileTemplate) =>
        read(storage, (tx) => tx.profileTemplates.find(one))
      const change = (template: ProfileTemplate) =>
        write(storage, (tx) => tx.profileTemplates.change(template))
      const remove = ({ uuid: one }: ProfileTemplate) =>
        write(storage, (tx) => tx.profileTemplates.remove(one))
      const filled = { ...full, uuid: bare.uuid }
      claim(await change(filled), "one that is there must be changed")
      same(await find(bare), filled, "the filled one")
      same(await find(full), full, "the other one")
      claim(await change(bare), "it must be changed back")
      same(await find(bare), bare, "the emptied one")
      claim(!(await change(profileTemplate(999))), "an unknown one must answer false")
      claim(await remove(full), "one that is there must be removed")
      claim(!(await remove(full)), "a removed one must answer false")
      same(await find(full), undefined, "the removed one")
      same(await find(bare), bare, "the one that stays")
    },
  ),
  storageCase(
    "profileTemplates: list has those of one organization and of the platform, sorted",
    async (storage) => {
      const ours = profileTemplate(101, { ...ofHome, name: "C", createdAt: at(3) })
      const later = profileTemplate(102, { ...ofHome, name: "A", createdAt: at(3) })
      const shared = profileTemplate(103, { name: "B", createdAt: at(1) })
      const others = profileTemplate(104, { organizationUuid: away.uuid, name: "D" })
      await foundWith(storage, ours, later, shared, others)
      await sortsBy(storage, list(home.uuid), "created_at", [shared, ours, later])
      await sortsBy(storage, list(home.uuid), "name", [later, shared, ours])
      await sortsBy(storage, list(away.uuid), "name", [shared, others])
      await sortsBy(storage, list(undefined), "name", [shared])
    },
  ),
]
