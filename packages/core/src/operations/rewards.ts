export * from "../files/operations/of-rewards.ts"
export * from "../rewards/operations/held.ts"
export * from "../rewards/operations/issue.ts"
export * from "../rewards/operations/templates.ts"
