/** The networks a digital deposit can be paid on, as the wire numbers them: 1001 ERC20, 1002 TRC20. */
export const networks = [1001, 1002] as const
export type Network = (typeof networks)[number]
