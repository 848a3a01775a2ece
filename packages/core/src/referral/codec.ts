/** Wire forms of referral. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { journalFilterToWire } from '../ledger/codec.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { pageToWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import { type ReferralLevel, referralLevels, referralTypes } from './rules.ts'
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

/** One line of what a customer earned by inviting. */
export type ReferralIncome = {
  readonly id: number
  readonly atMs: number
  /** Of the client it came from, masked; empty where it is of none. */
  readonly phone: string
  /** Name of its kind in the language of the caller. */
  readonly kind: string
  readonly amount: Usdt
}

/** Asks for one page of what a customer earned by inviting; pages count from 1. */
export const listIncomeToWire = (page: number, pageSize: number): RequestOf<'/api/user/priceLog'> => ({
  ...journalFilterToWire({ kind: 'only', types: referralTypes }),
  ...pageToWire(page, pageSize),
})

/**
 * Parses income that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const incomeFromWire = (rows: DataOf<'/api/user/priceLog'>): readonly ReferralIncome[] =>
  rows.map(({ id, time, sourcePhone, typename, money }) => ({
    ...{ id, atMs: time, phone: sourcePhone ?? '', kind: typename, amount: usdt(money) },
  }))

/** The referral figures of a customer. */
export type ReferralOverview = {
  /** Income so far, and of yesterday. */
  readonly total: Usdt
  readonly yesterday: Usdt
  readonly link: string
  /** Direct clients. */
  readonly clients: number
  readonly accrued: {
    readonly yesterday: Usdt
    /** Not paid yet; paid on the 1st. */
    readonly month: Usdt
  }
  readonly levels: readonly {
    readonly level: ReferralLevel
    readonly clients: number
    /** Percent of the interest. */
    readonly sharePercent: number
    /** Percent of what a first order promises, once. */
    readonly firstPercent: number
  }[]
  readonly payers: readonly {
    /** Journal type of the income. */
    readonly type: number
    /** Whether money is set aside for every running order that could pay it. */
    readonly isFunded: boolean
  }[]
  /** The most one inviter earns in a month. */
  readonly maxMonth: Usdt
  /** Whether a user other than the broker earns of the own interest. */
  readonly hasInviter: boolean
}

/** Formats the figures for `/api/user/userCenter`. */
export const referralOverviewToWire = (overview: ReferralOverview): DataOf<'/api/user/userCenter'> => ({
  totalincome: formatUsdt(overview.total),
  yestodayincome: formatUsdt(overview.yesterday),
  oidUrl: overview.link,
  usercount: overview.clients,
  accrued: {
    yesterday: formatUsdt(overview.accrued.yesterday),
    month: formatUsdt(overview.accrued.month),
  },
  levels: overview.levels.map(({ level, clients, sharePercent, firstPercent }) => ({
    ...{ level, count: clients, rate: sharePercent, first: firstPercent },
  })),
  payers: overview.payers.map(({ type, isFunded }) => ({ type, funded: isFunded })),
  monthmax: formatUsdt(overview.maxMonth),
  inviter: overview.hasInviter,
})

const levelFromWire = (number: number): ReferralLevel => {
  const level = referralLevels.find((known) => known === number)
  if (level === undefined) throw new RangeError(`not a level of referral: ${number}`)
  return level
}

/**
 * Parses the figures that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or a level is none
 */
export const referralOverviewFromWire = (row: DataOf<'/api/user/userCenter'>): ReferralOverview => ({
  total: usdt(row.totalincome),
  yesterday: usdt(row.yestodayincome),
  link: row.oidUrl,
  clients: row.usercount,
  accrued: { yesterday: usdt(row.accrued.yesterday), month: usdt(row.accrued.month) },
  levels: row.levels.map(({ level, count, rate, first }) => ({
    ...{ level: levelFromWire(level), clients: count, sharePercent: rate, firstPercent: first },
  })),
  payers: row.payers.map(({ type, funded }) => ({ type, isFunded: funded })),
  maxMonth: usdt(row.monthmax),
  hasInviter: row.inviter,
})
