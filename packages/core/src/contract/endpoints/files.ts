import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, uploadAccess, uploads, writes } from "../access.ts"
import { endpoint, listQuery, page, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { CompletedFile, CompletedPart, File, FileOwner, StartedUpload } from "../resources/file.ts"
import { Message } from "../resources/message.ts"

const oneUpload = z.object(parameters.upload)

const scopesOfUploads =
  "The token needs `upload:user:write`, `upload:organization:write`, `upload:activity:write` or `upload:reward:write`, by the kind of the owner."

export const startUpload = endpoint({
  name: "files.startUpload",
  base: "api",
  method: "POST",
  path: "/files/uploads",
  summary: "Begins the upload of a file and returns the URLs to send its bytes to.",
  description: `${scopesOfUploads} Each URL takes exactly the declared number of bytes, with the declared content type. 409 with the reason \`too_many_uploads\` while ${limits.pendingUploadsMax} uploads of the user or the organization are unfinished, and with the reason \`storage_full\` where their files leave no room for this one.`,
  access: uploads,
  bucket: "write",
  status: 201,
  body: z.strictObject({
    owner_type: FileOwner,
    owner_uuid: reference(),
    file_name: text(10_000, 1).describe(
      "control characters but NUL, which is refused, and folders are dropped from it",
    ),
    content_type: text(limits.contentTypeMax, 1).describe("such as `image/png`"),
    size_in_bytes: z
      .int()
      .min(1)
      .describe(
        "at most what the deployment allows: 100 MiB, unless its settings have another number.",
      ),
  }),
  response: StartedUpload,
  errors: ["NotFound", "Forbidden", "Conflict"],
})

export const completeUpload = endpoint({
  name: "files.completeUpload",
  base: "api",
  method: "PATCH",
  path: "/files/uploads/{upload_id}",
  summary: "Completes an upload whose bytes were sent. A repeated call returns the same file.",
  description: `${scopesOfUploads} The bytes must be of the declared size and type. If their type is another one, the upload is removed.`,
  access: uploads,
  bucket: "write",
  status: 200,
  isSafeToRepeat: true,
  params: oneUpload,
  body: z.strictObject({
    parts: z
      .array(CompletedPart)
      .min(1)
      .max(limits.filePartsMax)
      .nullable()
      .optional()
      .describe("all parts in their order, each with the ETag of its answer"),
  }),
  response: CompletedFile,
  errors: ["NotFound", "Forbidden", "Conflict"],
})

export const abandonUpload = endpoint({
  name: "files.abandonUpload",
  base: "api",
  method: "DELETE",
  path: "/files/uploads/{upload_id}",
  summary: "Abandons an upload. What was sent of it is removed.",
  description: scopesOfUploads,
  access: uploads,
  bucket: "write",
  status: 200,
  params: oneUpload,
  response: Message,
  errors: ["NotFound", "Forbidden", "Conflict"],
})

export const getFile = endpoint({
  name: "files.get",
  base: "api",
  method: "GET",
  path: "/files/{file_slug}",
  summary: "Returns a file, for its owner.",
  access: reads("file:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object({ file_slug: reference(80) }),
  response: File,
  errors: ["NotFound"],
})

const list = {
  base: "api",
  method: "GET",
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]),
  response: page(File),
  errors: ["NotFound"],
} as const

const removal = {
  description:
    "409 while something shows or issues the file, with up to 20 of what shows it in `details.used_by`.",
  base: "api",
  method: "DELETE",
  bucket: "write",
  status: 200,
  response: Message,
  errors: ["NotFound", "Conflict"],
} as const

export const listUserFiles = endpoint({
  ...list,
  name: "users.listFiles",
  path: "/users/{user_uuid}/files",
  summary: "Lists the files of the user of the token.",
  access: reads("file:read", "U"),
  params: z.object(parameters.user),
})

export const deleteUserFile = endpoint({
  ...removal,
  name: "users.deleteFile",
  path: "/users/{user_uuid}/files/{file_uuid}",
  summary: "Deletes a file of the user of the token.",
  access: writes("file:write", "U"),
  params: z.object({ ...parameters.user, ...parameters.file }),
})

export const listOrganizationFiles = endpoint({
  ...list,
  name: "organizations.listFiles",
  path: "/organizations/{organization_slug}/files",
  summary: "Lists the files of an organization, without those of its activities and rewards.",
  access: reads("file:read", "UOC", "staff"),
  params: z.object(parameters.organization),
})

export const deleteOrganizationFile = endpoint({
  ...removal,
  name: "organizations.deleteFile",
  path: "/organizations/{organization_slug}/files/{file_uuid}",
  summary: "Deletes a file of an organization.",
  access: uploadAccess.organization,
  params: z.object({ ...parameters.organization, ...parameters.file }),
})

export const listActivityFiles = endpoint({
  ...list,
  name: "activities.listFiles",
  path: "/activities/{activity_slug}/files",
  summary: "Lists the files of an activity.",
  access: reads("file:read", "UOC", "staff"),
  params: z.object(parameters.activity),
})

export const deleteActivityFile = endpoint({
  ...removal,
  name: "activities.deleteFile",
  path: "/activities/{activity_slug}/files/{file_uuid}",
  summary: "Deletes a file of an activity.",
  access: uploadAccess.activity,
  params: z.object({ ...parameters.activity, ...parameters.file }),
})

export const listRewardFiles = endpoint({
  ...list,
  name: "rewards.listFiles",
  path: "/rewards/{reward_slug}/files",
  summary: "Lists the files of a reward.",
  access: reads("file:read", "UOC", "staff"),
  params: z.object(parameters.reward),
})

export const deleteRewardFile = endpoint({
  ...removal,
  name: "rewards.deleteFile",
  path: "/rewards/{reward_slug}/files/{file_uuid}",
  summary: "Deletes a file of a reward.",
  access: uploadAccess.reward,
  params: z.object({ ...parameters.reward, ...parameters.file }),
})
