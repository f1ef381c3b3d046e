import { accounts as endpoints } from "@symbolon/core/contract"
import { mapAnswer, users } from "@symbolon/core/effect"
import { encodeAccount, encodeCurrentUser } from "../encode/user.ts"
import { route, type Route, streamed } from "../route.ts"

export const accountRoutes: readonly Route[] = [
  route(endpoints.updateProfile, (input, caller, imageUrl) =>
    mapAnswer(
      users.updateProfile(caller, {
        firstName: input.first_name,
        lastName: input.last_name,
        phoneNumber: input.phone_number,
        email: input.email,
        avatarImageFileUuid: input.avatar_image_file_uuid,
        acceptsContactDrops: input.accepts_contact_drops,
        currentPassword: input.current_password,
      }),
      encodeCurrentUser(imageUrl),
    ),
  ),
  route(endpoints.exportMe, (_input, caller) =>
    mapAnswer(users.exportMe(caller, {}), (lines) =>
      streamed(lines, {
        "content-disposition": 'attachment; filename="symbolon-export.ndjson"',
      }),
    ),
  ),
  route(endpoints.changePassword, (input, caller) =>
    mapAnswer(
      users.changePassword(caller, {
        currentPassword: input.current_password,
        newPassword: input.new_password,
        endsEverything: input.sign_out_everywhere,
      }),
      encodeAccount,
    ),
  ),
  route(endpoints.requestEmailVerification, (_input, caller) =>
    mapAnswer(users.requestEmailVerification(caller, {}), encodeAccount),
  ),
  route(endpoints.deleteUser, (input, caller) =>
    mapAnswer(
      users.delete(caller, {
        userUuid: input.user_uuid,
        currentPassword: input.current_password,
      }),
      encodeAccount,
    ),
  ),
  route(endpoints.disable, (input, caller) =>
    mapAnswer(users.disable(caller, { userUuid: input.user_uuid }), encodeAccount),
  ),
  route(endpoints.enable, (input, caller) =>
    mapAnswer(users.enable(caller, { userUuid: input.user_uuid }), encodeAccount),
  ),
]
