import { uuid } from "../../contract/endpoint.ts"

/** Lists carry their page as one member. */
export const paged = {
  flat: ["page"],
  required: { page: ["page", "pageSize", "sortBy", "sortOrder"] },
}

/** The host says for whom it acts. */
export const onBehalf = { own: { userUuid: uuid().optional() } }
