import { type Day, dayMs, dayOf } from '@glasshouse/core/calendar/days'
import { copyingGap, followerHistogram, followerResult } from '@glasshouse/core/invest/copy/lead'
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
import { type LeadTrades, leadTrades } from '@glasshouse/core/invest/copy/trades'
import type { LeadRow as LeadWireRow } from '@glasshouse/core/invest/copy/wire'
import { formatDecimal, formatUsdt, usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { LeadDayRow, LeadRow } from '../../schema.ts'
import { listLeadDays } from '../../store/copy/leads.ts'
import { listFollowerOrders } from '../../store/copy/orders.ts'
import { listPoolsOfLead } from '../../store/copy/pools.ts'
import type { Pools } from './pools.ts'
import { updateTrades } from './trades.ts'

/** A fraction of one as percent: 0.0011 is 0.11. */
const percentDecimals = 7
export const formatFraction = (fraction: bigint): string => formatDecimal(fraction, percentDecimals)

/** Value of the index of a record, 1 before its first day. */
export const formatIndex = (index: Fraction): string => formatDecimal(index, 9)

const orNull = (fraction: Fraction | null): string | null =>
  fraction === null ? null : formatFraction(fraction)

const nothing = usdt('0')

/** Days of a wallet without gaps, oldest first; a day of which no equity is known has no return. */
const recordDaysOf = (rows: readonly LeadDayRow[]): readonly RecordDay[] =>
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
        start: before?.equity ?? nothing,
        end: row.equity,
        deposited: row.deposited,
        withdrawn: row.withdrawn,
      },
    ]
  })

/** Days of a wallet: the index and the risk score that follows from it. */
export type WalletDays = { readonly points: readonly IndexPoint[]; readonly riskScore: number | null }

/** Record of a wallet: its days and the figures of its closed positions. */
export type WalletRecord = WalletDays & { readonly trades: LeadTrades }

/** Reads the days of a second contract wallet until an instant of the business calendar; null for all of them. */
export const readDays = async (db: Db | Tx, uid: number, untilMs: number | null): Promise<WalletDays> => {
  const rows = await listLeadDays(db, uid)
  const points = recordIndex(
    recordDaysOf(untilMs === null ? rows : rows.filter(({ at_ms }) => at_ms <= untilMs)),
  )
  return { points, riskScore: riskScore(points) }
}

/** Reads the whole record of a second contract wallet, with what closed in it since the last time. */
export const readRecord = async (pools: Pools, tx: Tx, uid: number): Promise<WalletRecord> => ({
  ...(await readDays(tx, uid, null)),
  trades: leadTrades(await updateTrades(pools, tx, uid)),
})

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

type RecordFigures = Omit<StoredFigures, 'result' | 'gap'>

/** Figures of a wallet alone, as an application stores them. */
export const walletFigures = ({ points, trades }: WalletRecord): RecordFigures => ({
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
})

/** Figures of a lead that a midnight stores: of the record, of the followers and of the copied fills. */
export const figuresOf = async (
  pools: Pools,
  db: Db,
  lead: LeadRow,
  record: WalletRecord,
): Promise<StoredFigures> => {
  const own = await listPoolsOfLead(db, lead.id)
  const ids = own.map(({ product_id }) => product_id)
  const orders = await listFollowerOrders(db, ids)
  const result = followerResult(orders)
  const gap = copyingGap(
    await pools.listFills(
      db,
      own.map(({ account }) => account),
    ),
  )
  return {
    ...walletFigures(record),
    result: {
      putin: formatUsdt(result.putIn),
      profit: formatUsdt(result.profit),
      inprofit: orNull(result.inProfit),
      median: orNull(result.median),
      orders: result.orders,
      histogram: followerHistogram(orders).map((range) => ({
        from: orNull(range.from),
        to: orNull(range.to),
        orders: range.orders,
      })),
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
  result: { putin: '0', profit: '0', inprofit: null, median: null, orders: 0, histogram: [] },
  gap: null,
}

/** The stored figures of a lead; of one without a midnight yet none. Figures that are newer than the row are empty until midnight. */
export const storedFigures = ({ record }: LeadRow): StoredFigures => ({
  ...noFigures,
  ...record,
  result: { ...noFigures.result, ...record.result },
})

/** Whether a record is under 30 days. */
export const noteOf = (days: number): 'tooShort' | null => (isRecordShort(days) ? 'tooShort' : null)
