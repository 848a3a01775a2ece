import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import { type OptionsQuery, optionEntryToWire } from '@glasshouse/core/options/codec'
import { optionRules, tolerancePpm } from '@glasshouse/core/options/rules'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import type { Markets } from '../../markets/index.ts'
import { keysetPages } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { EventRow, OrderRow } from '../schema.ts'
import { listEvents } from '../store/events.ts'
import { findOrder, listOrderRows, listOrdersPlacedAfter } from '../store/orders.ts'
import { viewOrder } from './view.ts'

type Deps = Pick<Platform, 'database'> & { readonly markets: Pick<Markets, 'product'> }
type Reader = { readonly uid: number }
type Receipt = DataOf<'/api/option/receipt'>

/** Lists a customer's options, open ones or settled ones or both. */
export const listOptions = async (
  { database, markets }: Deps,
  { page, pageSize, ...query }: OptionsQuery,
): Promise<{ readonly rows: OptionOrderRow[]; readonly total: number }> => {
  const { orders, total } = await listOrderRows(database.db, {
    ...query,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  })
  return { rows: orders.map((order) => viewOrder(markets, order)), total }
}

/** Options per read of an export. */
const optionsAtOnce = 100

/** Every option of a customer by when it was placed, as the wire tells it, read by index, however many there are. */
export const streamOptions = async function* (
  { database: { db }, markets }: Deps,
  uid: number,
): AsyncGenerator<OptionOrderRow> {
  const orders = keysetPages<OrderRow>(
    (last) => listOrdersPlacedAfter(db, uid, last, optionsAtOnce),
    optionsAtOnce,
  )
  for await (const order of orders) yield viewOrder(markets, order)
}

/** How an option was accepted and how it ended, with the ticks. Refuses `notFound`. */
export const optionReceipt = async (
  { database, markets }: Deps,
  { uid }: Reader,
  id: number,
): Promise<Receipt> => {
  const order = await findOrder(database.db, uid, id)
  if (order === null) throw domainError('notFound')
  const events = await listEvents(database.db, id)
  return {
    order: viewOrder(markets, order),
    seenPrice: formatPrice(order.seen_price),
    tolerancePpm,
    win: formatUsdt(order.win),
    payout: order.payout === null ? null : formatUsdt(order.payout),
    entry: entryOf(events.find(({ kind }) => kind === 'placed')),
    // An option that ended between the two reads is told as it was at the first.
    exit: order.outcome === null ? null : exitOf(events.find(({ kind }) => kind === 'settled')),
  }
}

const entryOf = (event: EventRow | undefined): Receipt['entry'] => {
  if (event === undefined || event.tick === null) throw new Error('an option tells how it was accepted')
  return optionEntryToWire({
    tick: event.tick,
    atMs: event.at_ms,
    transactionId: event.transaction_id,
    apiKeyId: event.api_key_id,
    accepted: event.entry,
  })
}

const exitOf = (event: EventRow | undefined): Receipt['exit'] => {
  const rule = optionRules.find((known) => known === event?.rule)
  if (event === undefined || rule === undefined) throw new Error('a settled option tells how it ended')
  return {
    rule,
    tick: event.tick,
    time: event.at_ms,
    transactionId: event.transaction_id,
    silentFrom: event.silent_from_ms,
    silentTo: event.silent_to_ms,
  }
}
