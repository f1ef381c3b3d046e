export * from "../webhooks/operations/deliveries.ts"
export * from "../webhooks/operations/webhooks.ts"
