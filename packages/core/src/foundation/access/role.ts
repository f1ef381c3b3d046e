/** Roles on an organization's team, the strongest first. */
export const roles = ["owner", "manager", "staff", "door"] as const
export type Role = (typeof roles)[number]

/** Whether `role` is at least as strong as `needed`. */
export const isAtLeast = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) <= roles.indexOf(needed)
