/** Wire forms of rewards. */
const totalStates = { 1: 'claimable', 2: 'claimed' } as const
export type TotalState = 'locked' | 'claimable' | 'claimed'

/** State of a reward for a number of signed-in days by its wire status. */
export const totalState = (status: number | null): TotalState =>
  status === null ? 'locked' : (totalStates[status as 1 | 2] ?? 'locked')
