import type { SignInParts } from "../oauth/sign-in-parts.ts"
import type { Plan } from "../plan.ts"
import { frontPage } from "./front-page.ts"
import { pagePlan } from "./sign-in/page-plan.ts"
import { pageReply } from "./sign-in/page-reply.ts"

/**
 * The plan of the front page, for browsers. Programs get 404, as on any path without an endpoint.
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
