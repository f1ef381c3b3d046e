import { files as endpoints } from "@symbolon/core/contract"
import { mapAnswer, activities, files, organizations, rewards, users } from "@symbolon/core/effect"
import { encodeCompletedFile, encodeFile, encodeStartedUpload } from "../encode/file.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

const deleted = ({ fileName }: { readonly fileName: string }) => ({
  message: `The file ${fileName} is deleted.`,
})

export const fileRoutes: readonly Route[] = [
  route(endpoints.startUpload, (input, caller) =>
    mapAnswer(
      files.startUpload(caller, {
        ownerType: input.owner_type,
        ownerUuid: input.owner_uuid,
        fileName: input.file_name,
        contentType: input.content_type,
        sizeInBytes: input.size_in_bytes,
      }),
      encodeStartedUpload,
    ),
  ),
  route(endpoints.completeUpload, (input, caller) =>
    mapAnswer(
      files.completeUpload(caller, {
        uploadId: input.upload_id,
        parts: input.parts?.map(({ part_number, etag }) => ({ number: part_number, etag })),
      }),
      encodeCompletedFile,
    ),
  ),
  route(endpoints.abandonUpload, (input, caller) =>
    mapAnswer(files.abandonUpload(caller, { uploadId: input.upload_id }), ({ fileName }) => ({
      message: `The upload of ${fileName} is abandoned.`,
    })),
  ),
  route(endpoints.getFile, (input, caller) =>
    mapAnswer(files.get(caller, { file: input.file_slug }), encodeFile),
  ),
  route(endpoints.listUserFiles, (input, caller) =>
    mapAnswer(
      users.listFiles(caller, { userUuid: input.user_uuid, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeFile),
    ),
  ),
  route(endpoints.deleteUserFile, (input, caller) =>
    mapAnswer(
      users.deleteFile(caller, { userUuid: input.user_uuid, fileUuid: input.file_uuid }),
      deleted,
    ),
  ),
  route(endpoints.listOrganizationFiles, (input, caller) =>
    mapAnswer(
      organizations.listFiles(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeFile),
    ),
  ),
  route(endpoints.deleteOrganizationFile, (input, caller) =>
    mapAnswer(
      organizations.deleteFile(caller, {
        organization: input.organization_slug,
        fileUuid: input.file_uuid,
      }),
      deleted,
    ),
  ),
  route(endpoints.listActivityFiles, (input, caller) =>
    mapAnswer(
      activities.listFiles(caller, { activity: input.activity_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeFile),
    ),
  ),
  route(endpoints.deleteActivityFile, (input, caller) =>
    mapAnswer(
      activities.deleteFile(caller, { activity: input.activity_slug, fileUuid: input.file_uuid }),
      deleted,
    ),
  ),
  route(endpoints.listRewardFiles, (input, caller) =>
    mapAnswer(
      rewards.listFiles(caller, { reward: input.reward_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeFile),
    ),
  ),
  route(endpoints.deleteRewardFile, (input, caller) =>
    mapAnswer(
      rewards.deleteFile(caller, { reward: input.reward_slug, fileUuid: input.file_uuid }),
      deleted,
    ),
  ),
]
