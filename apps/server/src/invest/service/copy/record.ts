import { type Day, dayMs, dayOf } from '@glasshouse/core/calendar/days'
import {
  copyingGap,
  followerResult,
  type LeadClose,
  type LeadTrades,
  leadTrades,
} from '@glasshouse/core/invest/copy/lead'
import {
  type Fraction,
  type IndexPoint,
  isRecordShort,
  maxDrawdown,
  type RecordDay,
  recordIndex,
  returnOver,
  riskScore,
  volatility,
} from '@glasshouse/core/invest/copy/record'
import type { LeadRow as LeadWireRow } from '@glasshouse/core/invest/copy/wire'
import { formatDecimal, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../../platform/index.ts'
import type { LeadDayRow, LeadRow } from '../../schema.ts'
import { listLeadDays } from '../../store/copy/leads.ts'
import { listFollowerOrders } from '../../store/copy/orders.ts'
import { listPoolsOfLead } from '../../store/copy/pools.ts'
import type { Pools } from './pools.ts'

/** A fraction of one as percent: 0.0011 is 0.11. */
const percentDecimals = 7
export const formatFraction = (fraction: bigint): string => formatDecimal(fraction, percentDecimals)

const orNull = (fraction: Fraction | null): string | null =>
  fraction === null ? null : formatFraction(fraction)

const nothing = 0n as Usdt

/** Days of a wallet without gaps, oldest first; a day of which no equity is known has no return. */
export const recordDaysOf = (rows: readonly LeadDayRow[]): readonly RecordDay[] =>
  rows.flatMap((row, at): RecordDay[] => {
    const before = rows[at - 1]
    const gap = before === undefined ? 0 : Math.round((row.at_ms - before.at_ms) / dayMs) - 1
    const unknown = Array.from({ length: gap }, (_, day) => ({
      day: dayOf((before?.at_ms ?? 0) + day * dayMs),
      start: nothing,
      end: nothing,
      deposited: nothing,
      withdrawn: nothing,
    }))
    return [
      ...unknown,
      {
        day: String(row.day) as Day,
        start: (before?.equity ?? 0n) as Usdt,
        end: row.equity as Usdt,
        deposited: row.deposited as Usdt,
        withdrawn: row.withdrawn as Usdt,
      },
    ]
  })

/** Record of a wallet: index by day and figures of its closed positions. */
export type WalletRecord = {
  readonly points: readonly IndexPoint[]
  readonly trades: LeadTrades
  readonly riskScore: number | null
}

/** Closes of positions that are closed whole; parts of an open one do not count yet. */
const wholeCloses = (closes: readonly (LeadClose & { readonly id: number })[]): readonly LeadClose[] => {
  const closed = new Set(closes.map(({ id }) => id))
  return closes.filter(({ position }) => closed.has(position))
}

/** Reads the record of a second contract wallet until an instant of the business calendar; null for all of it. */
export const readRecord = async (
  pools: Pools,
  db: Db | Tx,
  uid: number,
  untilMs: number | null,
): Promise<WalletRecord> => {
  const rows = await listLeadDays(db, uid)
  const days = recordDaysOf(untilMs === null ? rows : rows.filter(({ at_ms }) => at_ms <= untilMs))
  const closes = wholeCloses(await pools.listLeadCloses(db, uid))
  const points = recordIndex(days)
  return {
    points,
    trades: leadTrades(untilMs === null ? closes : closes.filter(({ closedAtMs }) => closedAtMs <= untilMs)),
    riskScore: riskScore(points),
  }
}

type StoredFigures = Pick<
  LeadWireRow,
  | 'returns'
  | 'maxdrawdown'
  | 'volatility'
  | 'closed'
  | 'won'
  | 'holding'
  | 'leverage'
  | 'fees'
  | 'result'
  | 'gap'
>

/** Figures of a lead that a midnight stores: of the record, of the followers and of the copied fills. */
export const figuresOf = async (
  pools: Pools,
  db: Db,
  lead: LeadRow,
  { points, trades }: WalletRecord,
): Promise<StoredFigures> => {
  const own = await listPoolsOfLead(db, lead.id)
  const ids = own.map(({ product_id }) => product_id)
  const orders = await listFollowerOrders(db, ids)
  const result = followerResult(
    orders.map(({ money, profit }) => ({ money: money as Usdt, profit: profit as Usdt })),
  )
  const gap = copyingGap(
    await pools.listFills(
      db,
      own.map(({ account }) => account),
    ),
  )
  return {
    returns: {
      d7: orNull(returnOver(points, 7)),
      d30: orNull(returnOver(points, 30)),
      d90: orNull(returnOver(points, 90)),
      all: orNull(returnOver(points, points.length)),
    },
    maxdrawdown: formatFraction(maxDrawdown(points, points.length)),
    volatility: orNull(volatility(points)),
    closed: trades.closed,
    won: trades.won,
    holding: trades.holdingMs,
    leverage: trades.leverageHundredths === null ? null : formatDecimal(trades.leverageHundredths, 2),
    fees: formatUsdt(trades.fees),
    result: {
      putin: formatUsdt(result.putIn),
      profit: formatUsdt(result.profit),
      inprofit: orNull(result.inProfit),
      median: orNull(result.median),
      orders: result.orders,
    },
    gap: orNull(gap),
  }
}

const noFigures: StoredFigures = {
  returns: { d7: null, d30: null, d90: null, all: null },
  maxdrawdown: '0',
  volatility: null,
  closed: 0,
  won: 0,
  holding: null,
  leverage: null,
  fees: '0',
  result: { putin: '0', profit: '0', inprofit: null, median: null, orders: 0 },
  gap: null,
}

/** The stored figures of a lead; of one without a midnight yet none. */
export const storedFigures = ({ record }: LeadRow): StoredFigures => ({ ...noFigures, ...record })

/** Whether a record is under 30 days. */
export const noteOf = (days: number): 'tooShort' | null => (isRecordShort(days) ? 'tooShort' : null)
