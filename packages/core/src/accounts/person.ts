import { limits } from "../foundation/kernel/limits.ts"
import { isSlug } from "../foundation/kernel/slug.ts"
import { isOneLine, isPlainText } from "../foundation/kernel/text.ts"
import { isEmail } from "./email.ts"

/** What a user says of themself. What is undefined is not looked at. */
export interface PersonInput {
  readonly username?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
}

const phone = /^\+?[0-9](?:[ ().-]{0,2}[0-9]){3,19}$/

const isName = (text: string): boolean =>
  text !== "" && text.length <= limits.nameMax && isPlainText(text) && isOneLine(text)

/** What is wrong with it, by field name of the wire; nothing when all will do. */
export const personFaults = ({
  username,
  firstName,
  lastName,
  email,
  phoneNumber,
}: PersonInput): Readonly<Record<string, string>> => {
  const name = `1 to ${limits.nameMax} characters, at least one visible, none of them a control character or one that changes the direction of text`
  return {
    ...(username === undefined || isSlug(username)
      ? {}
      : {
          username: `${limits.slugMin} to ${limits.slugMax} of a-z, 0-9 and single hyphens, and no reserved word`,
        }),
    ...(firstName === undefined || isName(firstName) ? {} : { first_name: name }),
    ...(lastName === undefined || isName(lastName) ? {} : { last_name: name }),
    ...(email === undefined || isEmail(email) ? {} : { email: "is no e-mail address" }),
    ...(phoneNumber === undefined || phone.test(phoneNumber)
      ? {}
      : { phone_number: "is no phone number: 4 to 20 digits, with + in front" }),
  }
}
