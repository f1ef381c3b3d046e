/** A design of cards that an organization issues. */
export interface CardModel {
  readonly uuid: string
  readonly organizationUuid: string
  readonly name: string
  readonly description: string | undefined
  /** The public images of its two sides. */
  readonly frontImageFileUuid: string | undefined
  readonly backImageFileUuid: string | undefined
  /** Where the design is on a fulfillment site; never resolved, and not unique. */
  readonly orderSiteTemplateId: string | undefined
  /** The tier that its cards grant, unless a card names another. */
  readonly membershipTierUuid: string | undefined
  /**
   * What the page starts with that the claimer of one of its cards is issued; undefined issues none.
   */
  readonly profileTemplateUuid: string | undefined
  /** Whether cards may still be given this model. */
  readonly isActive: boolean
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
