/** The one writer: what was decided becomes rows, ledger transactions, receipt events and pushes of a batch. */
import { applyPosition, type Exposure, zeroExposure } from '@glasshouse/core/contracts/exposure'
import type { OrderEvent, PositionClosed, PositionOpened } from '@glasshouse/core/contracts/order'
import { isPoolAccount } from '@glasshouse/core/contracts/pool'
import type { Position } from '@glasshouse/core/contracts/rules'
import { evolve, restOf } from '@glasshouse/core/contracts/tradingState'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { postReserved, reserveTransactionIds } from '../../../ledger/posting/index.ts'
import { currentApiKey } from '../../../platform/apiKeys/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { exposureColumns, updateExposures } from '../../../tradingReserve/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { aiOrderClosed, orderClosed, orderTriggered } from '../../events.ts'
import {
  houseLedger,
  marginAccountLedger,
  orderAmendedPosting,
  orderHeldPosting,
  orderReleasedPosting,
  positionClosedPosting,
  positionOpenedPosting,
} from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { eventColumns, insertEvents } from '../../store/events.ts'
import { rowOfLive } from '../../store/liveOrders.ts'
import {
  addedOrderColumns,
  changedOrderColumns,
  insertOrders,
  type MarginAccountKey,
  updateOrders,
} from '../../store/orders.ts'
import { insertCopies } from '../../store/pools.ts'
import type { ContractMarkets } from '../markets.ts'
import { accountKeyOf, type Batch, nextOrderNumber, poolsFollowing, stateOf } from './batch.ts'
import { receiptEventsOf } from './receiptEvents.ts'

/** Records what was decided about a wallet, in order; returns the rows of the orders that the events are about. */
export const recordEvents = (
  batch: Batch,
  key: MarginAccountKey,
  events: readonly OrderEvent[],
): readonly OrderRow[] => events.map((event) => recordEvent(batch, key, event))

const recordEvent = (batch: Batch, key: MarginAccountKey, event: OrderEvent): OrderRow => {
  const before = stateOf(batch, key)
  const row = stageRows(batch, key, event)
  recordLeadAction(batch, key, event, row)
  const after = evolve(before, event)
  batch.wallets.set(accountKeyOf(key), { uid: key.uid, wallet: key.wallet, ...after.account })
  batch.owners.set(key.uid, after.owner)
  batch.house = after.house
  if (event.kind === 'positionClosed')
    for (const { id } of event.drawn) {
      const other = after.account.orders.get(id)
      if (other !== undefined) stageRow(batch, rowOfLive(key, other))
    }
  recordExposure(batch, event)
  for (const tick of ticksOf(event)) batch.ticks.add(tick)
  const transaction = postingOf(batch, key, event, row.id)
  // The ledger has no empty transactions: without an amount to pay there is none to name.
  const isPosted = transaction !== null && transaction.transfers.length > 0
  if (isPosted) batch.transactions.push(transaction)
  const receipt = { row, now: batch.now, transaction: isPosted ? batch.transactions.length - 1 : null }
  batch.events.push(...receiptEventsOf(event, receipt))
  recordPushes(batch, event, row)
  if (event.kind === 'positionClosed') recordCopyClose(batch, event, row)
  return row
}

const stageRow = ({ added, changed }: Batch, row: OrderRow): OrderRow => {
  if (added.has(row.id)) added.set(row.id, row)
  else changed.set(row.id, row)
  return row
}

/** Stages the rows of an event and returns that of its order; of a partial close that of the closed part. */
const stageRows = (batch: Batch, key: MarginAccountKey, event: OrderEvent): OrderRow => {
  const row = rowOfLive(key, event.order)
  if (event.kind === 'orderPlaced' || (event.kind === 'positionOpened' && event.before === null)) {
    batch.added.set(row.id, row)
    return row
  }
  if (event.kind === 'orderAmended' && event.reached) return row
  if (event.kind === 'orderCancelled')
    return stageRow(batch, { ...row, state: 'cancelled', hold: usdt('0'), closed_ms: batch.now })
  if (event.kind !== 'positionClosed') return stageRow(batch, row)
  const rest = restOf(event)
  const closed = closedRow(row, event, batch.now)
  if (rest === null) return stageRow(batch, closed)
  stageRow(batch, rowOfLive(key, rest))
  const part = { ...closed, id: nextOrderNumber(batch).id, parent_id: row.id, created_ms: batch.now }
  batch.added.set(part.id, part)
  return part
}

const closedRow = (row: OrderRow, { closed, closing, cause }: PositionClosed, now: number): OrderRow => ({
  ...row,
  lots: closed.lots,
  quantity: closed.quantity,
  margin: closed.margin,
  open_fee: closed.openFee,
  state: 'closed',
  close_price: closing.price,
  close_fee: closing.charged,
  profit: closing.profit,
  close_reason: cause.reason,
  closed_ms: now,
  closing_orders: null,
  trailing_stop: null,
  closing_lots: null,
  closing_for: null,
})

const recordExposure = ({ moved }: Batch, event: OrderEvent): void => {
  const add = (position: Position, change: 'add' | 'remove'): void => {
    const before: Exposure = moved.get(event.order.pid) ?? zeroExposure
    moved.set(event.order.pid, applyPosition(before, position, change))
  }
  if (event.kind === 'positionOpened') add(event.order, 'add')
  if (event.kind === 'positionClosed') add(event.closed, 'remove')
}

/** Ticks that an event refers to and that are kept permanently. */
const ticksOf = (event: OrderEvent): readonly Tick[] => {
  if (event.kind === 'closeDeferred') return []
  if (event.kind === 'positionOpened') return [event.tick, ...entryTicksOf(event)]
  if (event.kind === 'positionClosed' && event.cause.trailed !== undefined)
    return [event.cause.trailed.best, event.tick]
  return event.tick === null || (event.kind === 'orderAmended' && event.reached) ? [] : [event.tick]
}

const entryTicksOf = ({ entry }: PositionOpened): readonly Tick[] =>
  entry === null ? [] : [entry.accepted, ...(entry.next === null ? [] : [entry.next])]

const postingOf = (
  { part }: Batch,
  key: MarginAccountKey,
  event: OrderEvent,
  id: number,
): LedgerTransaction | null => {
  const accounts = { ...marginAccountLedger(key.uid, key.wallet), ...houseLedger(part) }
  const { order } = event
  switch (event.kind) {
    case 'orderPlaced':
      return orderHeldPosting(id, accounts, order.hold)
    case 'orderAmended': {
      const { before, reached } = event
      if (reached || before.hold === order.hold) return null
      const change = { before: before.hold, after: order.hold, acceptance: order.acceptance }
      return orderAmendedPosting(id, accounts, change)
    }
    case 'orderCancelled':
      return orderReleasedPosting(id, accounts, order.hold)
    case 'positionOpened':
      return positionOpenedPosting(id, accounts, { ...event.costs, held: heldBefore(event) })
    case 'positionClosed': {
      const { closing, share, closed, cause } = event
      const payment = { ...closing.settlement, ...share, released: closed.margin }
      return positionClosedPosting(id, accounts, payment, cause.reason)
    }
    default:
      return null
  }
}

/** What a resting order held until it opened; one that opens at once held nothing. */
const heldBefore = ({ before }: Extract<OrderEvent, { kind: 'positionOpened' }>): Usdt =>
  before === null ? usdt('0') : before.hold

/** What open pages are told. Answers of commands tell the rest. */
const recordPushes = ({ facts }: Batch, event: OrderEvent, row: OrderRow): void => {
  const { kind } = event
  if (kind === 'stopsChanged' || kind === 'closeDeferred') return
  // The opening that follows tells it.
  if (kind === 'orderAmended' && event.reached) return
  const isOrdered =
    kind === 'orderCancelled' && (event.reason === 'revokedByUser' || event.reason === 'revokedForLock')
  const isTriggered = kind === 'positionOpened' && event.before !== null && event.seen === null
  if (isTriggered || (kind === 'orderCancelled' && !isOrdered)) facts.push(orderTriggered(row))
  if (kind === 'positionClosed') facts.push(orderClosed(row))
  facts.push(walletChanged(row.uid))
  // Whole, not a part of it.
  if (kind === 'positionClosed' && row.ai_run !== null && row.id === event.order.id)
    facts.push(aiOrderClosed(row))
}

/** Notes what pools have to follow. */
const recordLeadAction = (batch: Batch, key: MarginAccountKey, event: OrderEvent, row: OrderRow): void => {
  if (poolsFollowing(batch, key).length === 0) return
  const { kind } = event
  const lead = { uid: key.uid, wallet: key.wallet }
  if (kind === 'positionOpened') {
    const { order, tick, entry } = event
    batch.leadActions.push({ kind: 'open', lead, order, tick, entry, before: stateOf(batch, key).account })
  }
  // Closing orders are not copied before they fill.
  if (kind === 'stopsChanged' && event.before.closingOrders === event.order.closingOrders)
    batch.leadActions.push({ kind: 'stops', lead, order: event.order, tick: event.tick })
  if (kind === 'positionClosed') {
    const { order, tick, closed } = event
    batch.leadActions.push({ kind: 'close', lead, order, tick, closed: { id: row.id, lots: closed.lots } })
  }
}

/** Notes that a part of a copy closed, and what of the lead's close was copied. */
const recordCopyClose = (
  { copies, now }: Batch,
  { order, rest, tick, copyOf }: PositionClosed,
  row: OrderRow,
): void => {
  if (order.copyOf === null || (rest === null && copyOf === null)) return
  copies.push({
    account: row.uid,
    id: row.id,
    kind: rest === null ? 'close' : 'part',
    lead_order: copyOf,
    pid: order.pid,
    side: order.side,
    leverage: order.leverage,
    lots: row.lots,
    // Of the closed order of the lead, whose row has it by then.
    lead_price: null,
    price: row.close_price,
    lead_equity: null,
    pool_equity: null,
    skipped: null,
    is_reduced: false,
    tick: tickEvidence(tick),
    at_ms: now,
  })
}

type PersistOptions = {
  readonly atMs: number
  /** The engine of this process leads until the commit and is told of every wallet by the caller. */
  readonly isLed: boolean
  /** Goes with the last round trip. */
  readonly also?: (tx: Tx) => Promise<void>
  /** Awaited between the parts of what is made of many decisions. */
  readonly pause?: (() => Promise<void>) | undefined
}

/** Customers of a batch, of whose wallets no event tells; what happens to pools is heard by their products too. */
const customersOf = ({ owners }: Batch): ReadonlySet<number> =>
  new Set([...owners.keys()].filter((uid) => !isPoolAccount(uid)))

/** A number for each transaction of the batch: those that were reserved, and what is missing of them. */
const idsFor = async (tx: Tx, { transactions, transactionIds }: Batch): Promise<readonly number[]> => {
  const missing = transactions.length - transactionIds.length
  return missing <= 0 ? transactionIds : [...transactionIds, ...(await reserveTransactionIds(tx, missing))]
}

/** The columns of everything a batch decided about orders, given the numbers of its transactions; made in two parts. */
const columnsOf = async (
  batch: Batch,
  ids: readonly number[],
  requestKey: number | null,
  pause: PersistOptions['pause'],
) => {
  const { added, changed, moved } = batch
  const orders = {
    added: added.size === 0 ? null : addedOrderColumns([...added.values()]),
    changed: changed.size === 0 ? null : changedOrderColumns([...changed.values()]),
  }
  await pause?.()
  const events = batch.events.map(({ transaction, ...event }) => {
    const id = transaction === null ? null : ids[transaction]
    if (id === undefined) throw new Error(`a transaction of order ${event.order_id} has no number`)
    return { ...event, transaction_id: id }
  })
  return {
    ...orders,
    exposures: moved.size === 0 ? null : exposureColumns(moved),
    events: events.length === 0 ? null : eventColumns(events, requestKey),
  }
}

/** Writes everything a batch decided in one round trip, however many decisions there are. */
export const persistBatch = async (
  tx: Tx,
  markets: Pick<ContractMarkets, 'keep'>,
  batch: Batch,
  { atMs, isLed, also = async () => undefined, pause }: PersistOptions,
): Promise<void> => {
  const ids = await idsFor(tx, batch)
  await pause?.()
  const columns = await columnsOf(batch, ids, currentApiKey(), pause)
  await pause?.()
  const unannounced = isLed ? customersOf(batch) : new Set<number>()
  await Promise.all([
    batch.ticks.size === 0 ? null : markets.keep(tx, ...batch.ticks),
    columns.added === null ? null : insertOrders(tx, columns.added),
    columns.changed === null ? null : updateOrders(tx, columns.changed),
    columns.exposures === null ? null : updateExposures(tx, columns.exposures, batch.part),
    postReserved(tx, batch.transactions, { atMs, book: batch.book, ids, unannounced }),
    columns.events === null ? null : insertEvents(tx, columns.events),
    insertCopies(tx, batch.copies),
    publishEvents(tx, batch.facts, batch.now),
    also(tx),
  ])
  for (const write of batch.writes) await write(tx)
}
