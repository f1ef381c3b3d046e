export * from "../files/operations/of-rewards.ts"
