/** Where a customer stands with the first-deposit bonus. */
export const bonusStates = ['off', 'waiting', 'claimable', 'claimed', 'over'] as const
export type BonusState = (typeof bonusStates)[number]
