export { admit, admitAll } from "./operations/admit.ts"
export { attendances, attendees } from "./operations/attendees.ts"
export { checkIn } from "./operations/check-in.ts"
export { undo } from "./operations/undo.ts"
