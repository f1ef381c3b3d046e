import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Plan } from "../../plan.ts"
import { accountPlans, accountSignInPlan } from "./account-plans.ts"
import { assetPlan } from "./assets.ts"
import { emailPlans } from "./email-plans.ts"
import { invitationPlans } from "./invitation-plans.ts"
import { passkeyPlans } from "./passkey-plans.ts"
import { passwordPlans } from "./password-plans.ts"
import { registerPlans } from "./register-plans.ts"

/**
 * The pages around the sign-in: what they look like, making an account, letters, invitations,
 * passkeys where the service has them.
 */
export const accountPagePlans = (parts: SignInParts): readonly Plan[] => {
  const { limiter, methods } = parts
  const takesPasskeys = methods.includes("passkey")
  return [
    assetPlan({ limiter, passkeys: takesPasskeys }),
    ...registerPlans(parts),
    ...(methods.includes("password") ? passwordPlans(parts) : []),
    ...emailPlans(parts),
    accountSignInPlan(parts),
    ...invitationPlans(parts),
    ...(takesPasskeys ? [...passkeyPlans(parts), ...accountPlans(parts)] : []),
  ]
}
