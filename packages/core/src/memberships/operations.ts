export { claimCard } from "./operations/cards.ts"
export { add, amend, find, list, remove, renewMember } from "./operations/members.ts"
export { changeTier, findOwn, join, leave, listOwn, renew, resume } from "./operations/own.ts"
