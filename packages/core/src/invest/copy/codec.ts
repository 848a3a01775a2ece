/** Wire forms of the commands and lists about leads and pools. */
import type { BodyOf, RequestOf } from '../../calls.ts'
import { pageToWire, type SortedRange, sortedPageFromWire } from '../../wire/codec.ts'
import type { LeadEndReason } from './wire.ts'

/** Which leads a list takes; null for any. A filter leaves out whose figure is not known. */
export type LeadFilter = {
  readonly state: 'all' | 'open' | 'ended'
  /** A market in which the lead closed a position. */
  readonly market: number | null
  /** Beginning of the username, in any case; empty for all. */
  readonly name: string
  readonly maxRiskScore: number | null
  /** In units of 1e-9. */
  readonly maxDrawdown: bigint | null
  /** Days of record. */
  readonly minDays: number | null
  readonly maxLeverage: number | null
}

/** One page of the leads there ever were that a filter takes. */
export type ListLeadsQuery = SortedRange & {
  readonly filter: LeadFilter
  readonly orderBy: 'days' | 'risk' | 'return' | 'drawdown'
}

/** One percent in units of 1e-9. */
const fractionOfPercent = 10_000_000n

/** Parses the request of `/api/invest/leadList`. */
export const listLeadsFromWire = (body: BodyOf<'/api/invest/leadList'>): ListLeadsQuery => ({
  filter: {
    state: body.state,
    market: body.market ?? null,
    name: body.name?.trim() ?? '',
    maxRiskScore: body.maxrisk ?? null,
    maxDrawdown: body.maxdrawdown === undefined ? null : BigInt(body.maxdrawdown) * fractionOfPercent,
    minDays: body.mindays ?? null,
    maxLeverage: body.maxleverage ?? null,
  },
  orderBy: body.orderByColumn,
  ...sortedPageFromWire(body),
})

/** Long records first, and of the other figures what most customers look for: low risk, high return, small falls. */
const usualDirections = { days: 'desc', risk: 'asc', return: 'desc', drawdown: 'asc' } as const

/** What a page filters leads by; what is undefined is not filtered. */
export type ChosenLeadFilter = {
  readonly [Name in Exclude<keyof LeadFilter, 'maxDrawdown'>]: NonNullable<LeadFilter[Name]> | undefined
} & {
  /** In whole percent. */
  readonly maxDrawdownPercent: number | undefined
}

/** Asks for one page of leads, in the usual direction of what they are listed by; pages count from 1. */
export const listLeadsToWire = (
  filter: ChosenLeadFilter,
  orderBy: ListLeadsQuery['orderBy'],
  page: number,
  pageSize: number,
): RequestOf<'/api/invest/leadList'> => ({
  ...pageToWire(page, pageSize),
  orderByColumn: orderBy,
  isAsc: usualDirections[orderBy],
  state: filter.state,
  market: filter.market,
  name: filter.name,
  maxrisk: filter.maxRiskScore,
  maxdrawdown: filter.maxDrawdownPercent,
  mindays: filter.minDays,
  maxleverage: filter.maxLeverage,
})

/** One page of what belongs to a copy order or a pool. */
export type PoolListQuery = SortedRange & { readonly id: number }

/** Parses the requests of `/api/invest/poolOrders`, `poolTrades` and `poolDealings`. */
export const poolListFromWire = ({ id, ...page }: BodyOf<'/api/invest/poolOrders'>): PoolListQuery => ({
  id,
  ...sortedPageFromWire(page),
})

/** The end of a copy order: with its period, or at the next dealing with a levy. */
export type EndCopyOrderCommand = { readonly id: number; readonly when: 'period' | 'now' }

/** A lead whom staff end, and why; the lead reads the remark. */
export type EndLeadCommand = {
  readonly id: number
  readonly reason: Extract<LeadEndReason, 'leadBroke' | 'risk' | 'legal'>
  readonly remark: string
}
