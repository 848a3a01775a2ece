/** Wire forms of issues and applications. */
import type { RequestOf } from '../calls.ts'
import { type WithMarketNames, withMarketNames } from '../markets/codec.ts'
import type { SubscriptionOrder, SubscriptionProduct, SubscriptionProductRow } from './wire.ts'

/** An issue as customers see it; amounts are decimal texts. */
export type Issue = WithMarketNames<SubscriptionProduct>

/** An application of a customer for coins of an issue; amounts are decimal texts. */
export type Application = WithMarketNames<SubscriptionOrder>

/** An issue as staff see it; amounts are decimal texts. */
export type StaffIssue = WithMarketNames<SubscriptionProductRow>

/** Parses issues that the server returned. */
export const issuesFromWire = (rows: readonly SubscriptionProduct[]): readonly Issue[] =>
  rows.map(withMarketNames)

/** Parses applications that the server returned. */
export const applicationsFromWire = (rows: readonly SubscriptionOrder[]): readonly Application[] =>
  rows.map(withMarketNames)

/** Whether a list is limited to open issues: `status` 1; empty and left out mean all. */
export const isOpenOnly = (status: 1 | '' | undefined): boolean => status === 1

/** The contract wallet as lists of orders name it. */
export const contractWallet = { levertype: 1 } as const satisfies Partial<
  RequestOf<'/api/subscription/mySubscription'>
>

/** Symbol of the market of an order. */
export const symbolOf = ({ procode }: Pick<SubscriptionOrder, 'procode'>): string => procode
