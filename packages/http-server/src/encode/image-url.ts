import { publicUrlOf, type Symbolon } from "@symbolon/core"

/** The URL of a public image by the uuid of its file; null for none. */
export type ImageUrl = (fileUuid: string | undefined) => string | null

/** {@link ImageUrl} of a service. */
export const imageUrlsOf =
  ({ settings }: Pick<Symbolon, "settings">): ImageUrl =>
  (fileUuid) =>
    fileUuid === undefined ? null : publicUrlOf(settings.baseUrl, fileUuid)
