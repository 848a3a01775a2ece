import { type Day, dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { copyingGap, followerHistogram, followerResult } from '@glasshouse/core/invest/copy/lead'
import type { LeadFigures, WalletFigures } from '@glasshouse/core/invest/copy/leads/figures/codec'
import {
  type IndexPoint,
  maxDrawdown,
  type RecordDay,
  recordIndex,
  returnOver,
  riskScore,
  volatility,
} from '@glasshouse/core/invest/copy/record'
import { type LeadTrades, leadTrades } from '@glasshouse/core/invest/copy/trades'
import { usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { LeadDayRow, LeadRow } from '../../schema.ts'
import { listLeadDays } from '../../store/copy/leads.ts'
import { listFollowerOrders } from '../../store/copy/orders.ts'
import { listPoolsOfLead } from '../../store/copy/pools.ts'
import type { Pools } from './pools.ts'
import { updateTrades } from './trades.ts'

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

/** Figures of a wallet alone, as an application stores them. */
export const walletFigures = ({ points, trades }: WalletRecord): WalletFigures => ({
  ...trades,
  returns: {
    d7: returnOver(points, 7),
    d30: returnOver(points, 30),
    d90: returnOver(points, 90),
    all: returnOver(points, points.length),
  },
  maxDrawdown: maxDrawdown(points, points.length),
  volatility: volatility(points),
})

/** Figures of a lead that a midnight stores: of the record, of the followers and of the copied fills. */
export const figuresOf = async (
  pools: Pools,
  db: Db,
  lead: LeadRow,
  record: WalletRecord,
): Promise<LeadFigures> => {
  const own = await listPoolsOfLead(db, lead.id)
  const ids = own.map(({ product_id }) => product_id)
  const orders = await listFollowerOrders(db, ids)
  const gap = copyingGap(
    await pools.listFills(
      db,
      own.map(({ account }) => account),
    ),
  )
  return {
    ...walletFigures(record),
    result: { ...followerResult(orders), histogram: followerHistogram(orders) },
    gap,
  }
}
