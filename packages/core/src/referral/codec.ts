/** Wire forms of referral. */
import type { BodyOf, RequestOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { pageToWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { ReferralLevel } from './rules.ts'
import type { ReferralClient } from './wire.ts'

/** One page of the customers that a customer invited, on one level. */
export type ListClientsQuery = SortedRange & { readonly level: ReferralLevel }

/** Parses the request of `/api/user/childList`. */
export const listClientsFromWire = ({ level, ...page }: BodyOf<'/api/user/childList'>): ListClientsQuery => ({
  level,
  ...sortedPageFromWire(page),
})

/** Asks for one page of the invited customers of a level; pages count from 1. */
export const listClientsToWire = (
  level: ReferralLevel,
  page: number,
  pageSize: number,
): RequestOf<'/api/user/childList'> => ({ level, ...pageToWire(page, pageSize) })

/** A client as the inviter sees one. */
export type Client = {
  /** Masked; empty once the account is closed. */
  readonly phone: string
  /** What this client brought the inviter so far. */
  readonly brought: Usdt
  /** Own money put into fixed and compound products so far. */
  readonly invested: Usdt
  readonly joinedMs: number
}

/** Formats a client for the wire. */
export const clientToWire = ({ phone, brought, invested, joinedMs }: Client): ReferralClient => ({
  utel: phone,
  creditmoney: formatUsdt(brought),
  buymoney: formatUsdt(invested),
  utime: joinedMs,
})

/** Parses clients that the server returned. */
export const clientsFromWire = (rows: readonly ReferralClient[]): readonly Client[] =>
  rows.map(({ utel, creditmoney, buymoney, utime }) => ({
    ...{ phone: utel, joinedMs: utime },
    ...{ brought: usdt(creditmoney), invested: usdt(buymoney) },
  }))
