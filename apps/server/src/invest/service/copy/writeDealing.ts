import { dayMs } from '@glasshouse/core/calendar/durations'
import { dayProfit } from '@glasshouse/core/invest/copy/attribution'
import { type CopyExit, type Dealing, issuedUnits } from '@glasshouse/core/invest/copy/dealing'
import { poolValuation, unitsValue } from '@glasshouse/core/invest/copy/units'
import { poolUnitsFromWire } from '@glasshouse/core/invest/orders/codec'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import { sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { addCopiedResults } from '../../../eligibility/index.ts'
import { post } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { groupPushEvents, publishEvents } from '../../../platform/events/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import {
  copyEnteredPosting,
  copyFeePosting,
  copyLeftPosting,
  copyRefundedPosting,
  copyRoundingPosting,
} from '../../postings.ts'
import type { DealingOrderRow } from '../../schema.ts'
import {
  findNewestTransaction,
  insertCopyAccruals,
  insertDealing,
  insertDealingOrders,
} from '../../store/copy/dealings.ts'
import {
  type CopyOrderUpdate,
  type CopyUpdate,
  updateCopies,
  updateCopyOrders,
} from '../../store/copy/orders.ts'
import { updatePool } from '../../store/copy/pools.ts'
import { updateProductSums } from '../../store/products.ts'
import { writePoolChanges } from './attribution.ts'
import { type DealingRecord, dayBefore } from './dealingRecord.ts'
import { refundedOrder } from './exit.ts'
import { postDealingNotices } from './notices.ts'
import type { Pools } from './pools.ts'

const [nothing, noUnits] = [usdt('0'), poolUnitsFromWire('0')]

type Deps = Pick<Platform, 'clock'> & { readonly pools: Pools }

/**
 * Writes and posts a dealing in the caller's transaction: entries first, because closings may use their money; then the
 * closings at the ticks of the valuation; then fees, payments and what the last unit leaves behind.
 */
export const writeDealing = async (deps: Deps, tx: Tx, record: DealingRecord): Promise<void> => {
  const { pool, value, dealing, atMs } = record
  await postAll(tx, atMs, entryPostings(record))
  const afterTransaction = await findNewestTransaction(tx)
  await insertDealing(tx, dealingRow(deps, record, afterTransaction))
  await writePoolChanges(deps, tx, record)
  await deps.pools.close(tx, pool.account, dealing.closings, value)
  await postAll(tx, atMs, exitPostings(record))
  const rows = dealingOrderRows(record)
  await insertDealingOrders(tx, rows)
  await addCopiedResults(tx, deps.clock.business(), resultsByCustomer(record, rows))
  await writeOrders(tx, record, rows)
  await writePool(deps, tx, record)
  await announce(deps, tx, record)
  await postDealingNotices(deps, tx, record)
}

const postAll = async (tx: Tx, atMs: number, postings: Parameters<typeof post>[2]): Promise<void> => {
  const short = (await post(tx, atMs, postings)).find(({ ok }) => !ok)
  if (short !== undefined && !short.ok)
    throw new Error(`a dealing is not covered: ${short.account.owner} ${short.account.purpose}`)
}

const byId = ({ orders }: DealingRecord) => new Map(orders.map((row) => [row.order.id, row]))

const ordersOf = (record: DealingRecord, ids: readonly { readonly id: number }[]) => {
  const known = byId(record)
  return ids.map(({ id }) => {
    const row = known.get(id)
    if (row === undefined) throw new Error(`dealt order ${id} is none of the product`)
    return row
  })
}

const entryPostings = (record: DealingRecord) => [
  ...ordersOf(record, record.dealing.entries).map(({ order }) =>
    copyEnteredPosting(order, record.pool.account),
  ),
  ...ordersOf(record, record.dealing.refunds).map(({ order }) => copyRefundedPosting(order)),
]

const exitPostings = (record: DealingRecord) => {
  const { dealing, pool, leadUid, atMs } = record
  const known = byId(record)
  const { account } = pool
  const fees = dealing.fees
    .filter(({ paid }) => paid > 0n)
    .map(({ id, paid }) => copyFeePosting({ id }, { account, leadUid, day: dayBefore(atMs), amount: paid }))
  const exits = dealing.exits
    .filter(({ paid }) => paid > 0n)
    .map((exit) => copyLeftPosting({ id: exit.id, uid: known.get(exit.id)?.order.uid ?? 0 }, account, exit))
  const dust =
    dealing.dust > 0n
      ? [copyRoundingPosting({ productId: pool.product_id, account, atMs }, dealing.dust)]
      : []
  return [...fees, ...exits, ...dust]
}

const dealingRow = (
  { clock }: Deps,
  { pool, dealing, value, orders, atMs }: DealingRecord,
  afterTransaction: number,
) => ({
  product_id: pool.product_id,
  at_ms: atMs,
  day: dayBefore(atMs),
  executed_ms: clock.now(),
  after_transaction: afterTransaction,
  ticks: JSON.stringify([...value.ticks].map(([pid, tick]) => ({ pid, tick: tickEvidence(tick) }))),
  balance: value.balance,
  positions: JSON.stringify(value.positions, (_, one: unknown) =>
    typeof one === 'bigint' ? one.toString() : one,
  ),
  bid: dealing.valuation.bid,
  offer: dealing.valuation.offer,
  closing_cost: dealing.valuation.closingCost,
  units_before: issuedUnits(orders.map(({ copy }) => ({ units: copy.units }))),
  entry_price: dealing.prices.entry,
  exit_price: dealing.prices.exit,
  units_after: issuedUnits(dealing.pool.orders),
  share_ppm: dealing.sharePpm,
  dust: dealing.dust,
  is_ended: dealing.isEnded,
})

/** What the dealing did with every order that held units or got some. */
const dealingOrderRows = ({ pool, orders, dealing, atMs }: DealingRecord): readonly DealingOrderRow[] => {
  const [entries, fees, exits] = [dealing.entries, dealing.fees, dealing.exits].map(
    (list) => new Map((list as readonly { readonly id: number }[]).map((one) => [one.id, one])),
  )
  const staying = new Map(dealing.pool.orders.map((order) => [order.id, order]))
  return orders.flatMap(({ order, copy }) => {
    const [entry, exit] = [entries?.get(order.id), exits?.get(order.id) as CopyExit | undefined]
    if (order.state === 'waiting' && entry === undefined) return []
    const fee = fees?.get(order.id) as Dealing['fees'][number] | undefined
    const units = staying.get(order.id)?.units ?? noUnits
    const amounts = {
      before: unitsValue(copy.units, pool.unit_price),
      now: unitsValue(units, dealing.prices.exit),
      paidOut: exit?.paid ?? nothing,
      putIn: entry === undefined ? nothing : order.principal,
    }
    return [
      {
        order_id: order.id,
        at_ms: atMs,
        product_id: pool.product_id,
        day: dayBefore(atMs),
        units_before: copy.units,
        fee_units: fee?.units ?? noUnits,
        fee: fee?.paid ?? nothing,
        units_after: units,
        value: amounts.now,
        put_in: amounts.putIn,
        paid_out: amounts.paidOut,
        levy: exit?.levy ?? nothing,
        profit: dayProfit(amounts),
        exit_reason: exit?.reason ?? null,
      },
    ]
  })
}

/** What the dealing came to for every customer, orders of one together, USDT. */
const resultsByCustomer = (
  record: DealingRecord,
  rows: readonly DealingOrderRow[],
): ReadonlyMap<number, Usdt> => {
  const known = byId(record)
  const results = new Map<number, Usdt>()
  for (const { order_id, profit } of rows) {
    const uid = known.get(order_id)?.order.uid
    if (uid !== undefined) results.set(uid, sumUnits([results.get(uid) ?? nothing, profit]))
  }
  return results
}

const writeOrders = async (
  tx: Tx,
  record: DealingRecord,
  rows: readonly DealingOrderRow[],
): Promise<void> => {
  const { dealing, atMs } = record
  const known = byId(record)
  const afterwards = new Map([...dealing.pool.orders, ...dealing.exits].map((order) => [order.id, order]))
  const staying = new Map(dealing.pool.orders.map((order) => [order.id, order]))
  const changes = rows.flatMap((row) => {
    const found = known.get(row.order_id)
    return found === undefined ? [] : [{ row, ...found, stays: staying.get(row.order_id) }]
  })
  const copies = changes.map(({ row, copy, order, stays }): CopyUpdate => {
    const entered = order.state === 'waiting'
    return {
      order_id: order.id,
      units: row.units_after,
      entry_price: entered ? dealing.prices.entry : copy.entry_price,
      high_water_mark: afterwards.get(order.id)?.highWaterMark ?? copy.high_water_mark,
      entered_ms: entered ? atMs : copy.entered_ms,
      period_end_ms: stays?.periodEndMs ?? copy.period_end_ms,
      fees_paid: copy.fees_paid + row.fee + row.levy,
    }
  })
  const orders = changes.map(
    ({ row, copy, order }): CopyOrderUpdate => ({
      id: order.id,
      state: stateAfter(row),
      accrued: order.accrued + row.profit,
      accrued_days: order.accrued_days + 1,
      last_day: row.day,
      last_amount: row.profit,
      next_ms: atMs + dayMs,
      payout: row.paid_out,
      fee: row.exit_reason === null ? 0n : copy.fees_paid + row.fee + row.levy,
    }),
  )
  const refunds = ordersOf(record, dealing.refunds).map(({ order }) => refundedOrder(order))
  await updateCopies(tx, copies)
  await updateCopyOrders(tx, atMs, [...orders, ...refunds])
  await insertCopyAccruals(
    tx,
    changes.map(({ row, order }) => ({
      orderId: order.id,
      day: row.day,
      number: order.accrued_days + 1,
      amount: row.profit,
    })),
  )
}

const stateAfter = ({ exit_reason }: DealingOrderRow): CopyOrderUpdate['state'] => {
  if (exit_reason === null) return 'running'
  return exit_reason === 'period' || exit_reason === 'now' ? 'ended' : 'stopped'
}

const writePool = async ({ pools }: Deps, tx: Tx, record: DealingRecord): Promise<void> => {
  const { pool, dealing, value, atMs } = record
  const { balance, positions } = dealing.pool
  const gone = ordersOf(record, [...dealing.exits, ...dealing.refunds])
  const came = ordersOf(record, [...dealing.entries, ...dealing.refunds])
  await updateProductSums(
    tx,
    gone.map(({ order }) => ({ productId: pool.product_id, sold: -order.principal, promised: 0n })),
  )
  const isStopping = dealing.isEnded && pool.stopped_ms === null
  if (isStopping) await pools.setState(tx, pool.account, 'stopped')
  await updatePool(tx, pool.product_id, {
    units: issuedUnits(dealing.pool.orders),
    unit_price: dealing.prices.exit,
    highest: dealing.pool.highest,
    dealt_worth: poolValuation(balance, positions, value.markets.prices).bid,
    waiting: pool.waiting - came.reduce((sum, { order }) => sum + order.principal, 0n),
    dealt_ms: atMs,
    due_ms: null,
    due_since_ms: null,
    alarmed_ms: null,
    ...(isStopping ? { stopped_ms: atMs, stop_reason: 'worthless' as const } : {}),
  })
}

/** Each wallet into which something came is announced once. */
const announce = async ({ clock }: Deps, tx: Tx, record: DealingRecord): Promise<void> => {
  const { dealing, leadUid } = record
  const paid = ordersOf(record, [...dealing.exits, ...dealing.refunds, ...dealing.entries])
  const uids = new Set(paid.map(({ order }) => order.uid))
  if (dealing.fees.length > 0) uids.add(leadUid)
  await publishEvents(tx, groupPushEvents([...uids].map((uid) => walletChanged(uid))), clock.now())
}
