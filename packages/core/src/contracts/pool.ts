/** Numbers of copy pools: contract wallets that are no customer's. Customers begin at 10,000. */
export const poolAccounts = { min: 1001, max: 9999 } as const

/**
 * Whether an account number is that of a copy pool, which has no sign-in and which no call takes.
 *
 * @example isPoolAccount(1001) // true
 */
export const isPoolAccount = (uid: number): boolean => uid >= poolAccounts.min && uid <= poolAccounts.max
