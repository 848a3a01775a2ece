/** Networks of digital deposits by wire number: 1001 ERC20, 1002 TRC20. */
export const networks = [1001, 1002] as const
export type Network = (typeof networks)[number]
