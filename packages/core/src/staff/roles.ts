/** What somebody of the staff may do: managers everything, the role service what needs no power. */
export const staffRoles = ['service', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]
