/** Ways to be paid: by hand, and by Stripe. @module */
export { type ManualOptions, manualPayments } from "./manual.ts"
export { type StripeOptions, stripePayments, type StripeSessionRequest } from "./stripe.ts"
export { stripeSessions, type StripeSessionsOptions } from "./stripe-sessions.ts"
