/** Turns issues and orders into the names of the wire. */
import type { SubscriptionOrder } from './wire.ts'

/** The names of a market on the wire. */
export const marketNames = ({ symbol, title }: { readonly symbol: string; readonly title: string }) => ({
  procode: symbol,
  ptitle: title,
})

/** Whether a list is limited to open issues: `status` 1; empty and left out mean all. */
export const isOpenOnly = (status: 1 | '' | undefined): boolean => status === 1

/** The contract wallet as lists of orders name it. */
export const contractWallet = { levertype: 1 } as const

/** Symbol of the market of an order. */
export const symbolOf = ({ procode }: Pick<SubscriptionOrder, 'procode'>): string => procode
