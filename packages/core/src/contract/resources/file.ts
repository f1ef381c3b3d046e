import * as z from "zod"

/** A file's uuid in a body, until there are files: nothing but null is one. */
export const FileUuid = z.null("must be null: files cannot be uploaded yet")
