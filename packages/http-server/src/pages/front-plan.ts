import type { SignInParts } from "../oauth/sign-in-parts.ts"
import type { Plan } from "../plan.ts"
import { frontPage } from "./front-page.ts"
import { pagePlan } from "./sign-in/page-plan.ts"
import { pageReply } from "./sign-in/page-reply.ts"

/**
 * The page at the address of the service, for browsers. Programs that ask there are told that it is
 * no endpoint, as everywhere else.
 */
export const frontPlan = (parts: SignInParts): Plan => {
  const { baseUrl, methods } = parts
  const page = frontPage({
    baseUrl,
    hasAccountPage: methods.includes("passkey"),
    hasPasswords: methods.includes("password"),
  })
  return {
    ...pagePlan(parts, {
      method: "GET",
      template: "/",
      answer: () => pageReply(200, page, { headers: { vary: "accept" } }),
    }),
    isForPagesOnly: true,
  }
}
