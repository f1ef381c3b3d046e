import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { ProfilePage } from "../../profiles/profile-page.ts"
import { emptyPage, startWith } from "../../profiles/profile-rules.ts"
import type { Card } from "../card.ts"

/**
 * Gives the claimer of a card the page that the template of its model starts, once per card and
 * holder. Returns the card, which names the page. The claimer and the card are locked.
 */
export const withIssuedPage = step(function* (card: Card, now: Date) {
  const tx = yield* Tx
  const { uuid: cardUuid, holderUserUuid, organizationUuid, cardModelUuid } = card
  if (holderUserUuid === undefined || cardModelUuid === undefined) return card
  const present = yield* tx.profilePages.issuedWith(cardUuid, holderUserUuid)
  if (present !== undefined) return { ...card, profilePageUuid: present.uuid }
  const templateUuid = (yield* tx.cardModels.find(cardModelUuid))?.profileTemplateUuid
  const template =
    templateUuid === undefined ? undefined : yield* tx.profileTemplates.find(templateUuid)
  if (template === undefined) return card
  const { ids } = yield* Ports
  // Locked, so that it is not deleted while a page begins to show it.
  const image =
    template.imageFileUuid === undefined ? undefined : yield* tx.files.lock(template.imageFileUuid)
  const page: ProfilePage = {
    ...emptyPage({ uuid: ids.uuid(), userUuid: holderUserUuid, now }),
    ...startWith(template, {}),
    imageFileUuid: image?.state === "stored" ? image.uuid : undefined,
    organizationUuid,
    cardUuid,
  }
  yield* tx.profilePages.add(page)
  return { ...card, profilePageUuid: page.uuid }
})

/** Removes the page that a holder was issued with a card that leaves them. The card is locked. */
export const removeIssuedPage = step(function* (
  { uuid }: Pick<Card, "uuid">,
  holderUserUuid: string,
) {
  const tx = yield* Tx
  const page = yield* tx.profilePages.issuedWith(uuid, holderUserUuid)
  if (page !== undefined) yield* tx.profilePages.remove(page.uuid)
})
