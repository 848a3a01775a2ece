/** Staff roles: managers may do everything, the role service only unprivileged work. */
export const staffRoles = ['service', 'manager'] as const
export type StaffRole = (typeof staffRoles)[number]
