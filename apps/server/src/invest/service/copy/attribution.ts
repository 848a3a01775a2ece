import { closingPrice, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import {
  type AttributionRow,
  attributionRows,
  attributionShare,
  closingRows,
  type PoolOrderChange,
  poolOrderChange,
} from '@glasshouse/core/invest/copy/attribution'
import type { AttributedTrade } from '@glasshouse/core/invest/copy/pool/codec'
import { bestPricesOf, type MarketPrices } from '@glasshouse/core/invest/copy/units'
import { price, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { Db, PageRange, Tx } from '../../../platform/database/index.ts'
import type { DealingOrderRow, DealingRow, PoolChangeRow } from '../../schema.ts'
import {
  findDealing,
  findNewestDealingBefore,
  insertPoolChanges,
  listPoolChanges,
  listPoolChangesPage,
  sumPoolShares,
} from '../../store/copy/dealings.ts'
import type { DealingRecord } from './dealingRecord.ts'
import type { PoolOrderSince, Pools } from './pools.ts'

const pricesOf = (dealing: DealingRow): MarketPrices =>
  new Map(dealing.ticks.map(({ pid, tick }) => [pid, { bid: price(tick.bid), ask: price(tick.ask) }]))

const none = usdt('0')

const pnlAt = ({ side, quantity, openPrice, pid }: PoolOrderSince, prices: MarketPrices): Usdt =>
  unrealizedPnl({ side, quantity, openPrice }, closingPrice(side, bestPricesOf(prices, pid)))

/** Writes the change in value of every order of the pool since the dealing before, from before the closings of this one. */
export const writePoolChanges = async (
  { pools }: { readonly pools: Pools },
  tx: Tx,
  { pool, value, atMs }: DealingRecord,
): Promise<void> => {
  const last = await findNewestDealingBefore(tx, pool.product_id, atMs)
  const before = last === null ? new Map() : pricesOf(last)
  const orders = await pools.listSince(tx, pool.account, last?.after_transaction ?? 0)
  const rows = orders.map(
    (order): PoolChangeRow => ({
      product_id: pool.product_id,
      at_ms: atMs,
      pool_order: order.id,
      pid: order.pid,
      side: order.side,
      change: poolOrderChange({
        pnlBefore: order.isOpenedSince ? none : pnlAt(order, before),
        pnlNow: order.realized ?? pnlAt(order, value.markets.prices),
        openFee: order.isOpenedSince ? order.openFee : none,
        closeFee: order.isClosedSince ? order.closeFee : none,
      }),
      open_price: order.openPrice,
      close_price: order.closePrice,
      changed_ms: order.atMs,
    }),
  )
  await insertPoolChanges(tx, rows)
}

const changeOf = (row: PoolChangeRow): PoolOrderChange => ({
  id: row.pool_order,
  pid: row.pid,
  side: row.side,
  change: row.change,
  openPrice: row.open_price,
  closePrice: row.close_price,
  atMs: row.changed_ms,
})

const viewRow = (
  { kind, profit, order }: AttributionRow,
  { atMs, titleOf }: { readonly atMs: number; readonly titleOf: (pid: number) => string },
): AttributedTrade => ({
  kind,
  profit,
  title: order === null ? '' : titleOf(order.pid),
  side: order?.side ?? null,
  openPrice: order?.openPrice ?? null,
  closePrice: order?.closePrice ?? null,
  orderId: order?.id ?? null,
  atMs: order?.atMs ?? atMs,
})

/** What a dealing says about one day of a copy order. */
const readDay = async (db: Db | Tx, day: DealingOrderRow) => {
  const dealing = await findDealing(db, day.product_id, day.at_ms)
  if (dealing === null) throw new Error(`dealing ${day.product_id} ${day.at_ms} is gone`)
  return {
    units: day.units_before,
    issued: dealing.units_before,
    feePaid: day.fee,
    profit: day.profit,
  }
}

/** Rows behind one day of a copy order; they add up to its profit. */
export const listCopyAttribution = async (
  db: Db | Tx,
  day: DealingOrderRow,
  titleOf: (pid: number) => string,
): Promise<readonly AttributedTrade[]> => {
  // An order that enters now had no part in what happened before.
  const changes = day.units_before === 0n ? [] : await listPoolChanges(db, day.product_id, day.at_ms)
  const rows = attributionRows({ ...(await readDay(db, day)), changes: changes.map(changeOf) })
  return rows.map((row) => viewRow(row, { atMs: day.at_ms, titleOf }))
}

/** One page of `listCopyAttribution`; only the last page, which has the rest of the day, adds up all of them. */
export const listCopyAttributionPage = async (
  db: Db | Tx,
  day: DealingOrderRow,
  titleOf: (pid: number) => string,
  { offset, limit }: PageRange,
): Promise<{ readonly rows: readonly AttributedTrade[]; readonly total: number }> => {
  const figures = await readDay(db, day)
  const { changes, total: shares } =
    day.units_before === 0n
      ? { changes: [], total: 0 }
      : await listPoolChangesPage(db, day, { offset, limit })
  const total = shares + (figures.feePaid === 0n ? 1 : 2)
  const own = changes.map((row) => attributionShare(figures, changeOf(row)))
  const isLast = offset + limit > shares && offset < total
  const attributed = isLast ? await sumPoolShares(db, day, figures) : none
  const behind = isLast
    ? closingRows(figures, attributed).slice(Math.max(0, offset - shares), offset + limit - shares)
    : []
  return { rows: [...own, ...behind].map((row) => viewRow(row, { atMs: day.at_ms, titleOf })), total }
}
