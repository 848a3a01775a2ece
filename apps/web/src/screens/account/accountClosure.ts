import { paths } from '../../paths.ts'

/** What keeps an account open, as the server names it, with the place where it can be dealt with. */
export const closureBlockers = {
  loanRunning: paths.loan(),
  ordersOpen: paths.contract(),
  withdrawalWaiting: paths.journal({ type: '1' }),
  moneyLeft: paths.assets(),
  depositWaiting: paths.journal({ type: '0' }),
} as const
export type ClosureBlocker = keyof typeof closureBlockers
export const closureBlockerNames = Object.keys(closureBlockers) as ClosureBlocker[]

/** What stands in the way of closing, from the server's refusal; null when it was about something else. */
export const closureBlockerOf = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): ClosureBlocker | null => closureBlockerNames.find((name) => name === refusal?.data.reason) ?? null
