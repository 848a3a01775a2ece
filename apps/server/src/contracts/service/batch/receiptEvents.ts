/** What receipts tell of an event: one row for each thing that happened to an order. */
import { entryEvidence } from '@glasshouse/core/contracts/entry'
import type {
  ClosingOrder,
  LiveOrder,
  OrderEvent,
  PositionClosed,
  PositionOpened,
  Stops,
  TrailedTick,
} from '@glasshouse/core/contracts/order'
import { closingPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import { restOf } from '@glasshouse/core/contracts/tradingState'
import type { TrailedEvidence } from '@glasshouse/core/contracts/trailingFields'
import { formatTrailing, trailingTrigger } from '@glasshouse/core/contracts/trailingStop'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { subtractUnits, sumUnits, usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import type { Batch } from './batch.ts'

type ReceiptEvent = Batch['events'][number]

const nothing = usdt('0')

/** The row the event left, when, and the place of its ledger transaction in the batch; null where no money moved. */
type Receipt = { readonly row: OrderRow; readonly now: number; readonly transaction: number | null }

/** The receipt rows of an event, in order. */
export const receiptEventsOf = (event: OrderEvent, receipt: Receipt): readonly ReceiptEvent[] => {
  const { order } = event
  const { transaction } = receipt
  switch (event.kind) {
    case 'orderPlaced': {
      const facts = { ...factsOf(order, event.tick, receipt), expires_ms: order.expiresMs }
      const placed = { ...facts, held: order.hold, transaction }
      const rule = restsAs('placed', order)
      return [
        { ...placed, kind: 'placed', rule, fee: nothing },
        ...stopRows(null, order, event.tick, receipt),
      ]
    }
    case 'orderAmended': {
      const { before, reached, tick } = event
      const hold = { held: reached ? before.hold : order.hold, released: before.hold, transaction }
      const facts = { ...factsOf(order, tick, receipt), expires_ms: order.expiresMs }
      const amended = { ...facts, ...hold, kind: 'amended', fee: nothing } as const
      return [
        { ...amended, rule: reached ? 'amendedReached' : restsAs('amended', order) },
        ...(reached ? [] : stopRows(before, order, tick, receipt)),
      ]
    }
    case 'orderCancelled': {
      const facts = factsOf(order, event.tick, receipt)
      return [{ ...facts, kind: 'revoked', rule: event.reason, fee: nothing, held: order.hold, transaction }]
    }
    case 'positionOpened':
      return openedRows(event, receipt)
    case 'positionClosed':
      return closedRows(event, receipt)
    case 'stopsChanged':
      return [
        ...stopRows(event.before, order, event.tick, receipt),
        ...trailingRows(event.before, order, event.tick, receipt),
        ...closingRows(event.before, order, event.tick, receipt),
      ]
    case 'closeDeferred':
      return []
  }
}

/** What every row tells: the order at a tick. */
const factsOf = (order: LiveOrder, tick: Tick | null, { now }: Receipt) => ({
  order_id: order.id,
  at_ms: now,
  price: order.openPrice,
  lots: order.lots,
  margin: order.margin,
  profit: nothing,
  insurance: nothing,
  tick,
})

/** How an order waits for its price, in the receipt's rule: a stop order also tells from which side. */
const restsAs = (what: 'placed' | 'amended', { side, trigger }: LiveOrder): string => {
  const from = trigger === null ? '' : trigger === 'rises' ? 'Rises' : 'Falls'
  return `${what}${side === 'long' ? 'Buy' : 'Sell'}${from}`
}

/** The side of the book at which a position opens or closes, in the receipt's rule. */
const opensAt = (side: PositionSide): string => (side === 'long' ? 'BuyAtAsk' : 'SellAtBid')
const closesAt = (side: PositionSide): string => (side === 'long' ? 'SellAtBid' : 'BuyAtAsk')

const openedRows = (event: PositionOpened, receipt: Receipt): readonly ReceiptEvent[] => {
  const { before, order, costs, tick, entry, cause, seen, ai } = event
  const opened: ReceiptEvent = {
    ...factsOf(order, tick, receipt),
    kind: 'opened',
    rule: `${cause}${opensAt(order.side)}`,
    ...(seen === null ? {} : { seen_price: seen }),
    ...(entry === null ? {} : { entry: entryEvidence(entry) }),
    ...(ai === null ? {} : { ai }),
    fee: order.openFee,
    bonus_fee: costs.feeFromBonus,
    held: before?.hold ?? nothing,
    ...(order.copyOf === null ? {} : { copy_of: order.copyOf }),
    transaction: receipt.transaction,
  }
  // Stops count from the later tick on: the position did not exist before.
  return [opened, ...stopRows(before, order, entry?.next ?? tick, receipt)]
}

/** Of the closed order, and of the one a part was taken from. */
const closedRows = (event: PositionClosed, { row, now, transaction }: Receipt): readonly ReceiptEvent[] => {
  const { order, closing, share, cause, tick, account, copyOf, ai } = event
  const { feeFromBonus, takenMargin, lossUnpaid, feeUnpaid } = closing.settlement
  const common = {
    at_ms: now,
    rule: `${cause.rule}${closesAt(order.side)}`,
    price: closing.price,
    lots: row.lots,
    margin: row.margin,
    fee: closing.charged,
    profit: closing.profit,
    insurance: sumUnits([share.lossFromInsurance, share.feeFromInsurance]),
    insured_profit: share.profitFromInsurance,
    owed: share.profitOwed,
    bonus_fee: feeFromBonus,
    drawn_margin: takenMargin,
    unpaid_loss: subtractUnits(lossUnpaid, share.lossFromInsurance),
    unpaid_fee: subtractUnits(feeUnpaid, share.feeFromInsurance),
    transaction,
    tick,
    ...(account === null ? {} : { account }),
    ...(cause.trailed === undefined ? {} : { trailing_stop: trailedEvidence(cause.trailed) }),
    ...(copyOf === null ? {} : { copy_of: copyOf }),
    ...(ai === null ? {} : { ai }),
  }
  const closed: ReceiptEvent = { ...common, order_id: row.id, kind: 'closed' }
  if (row.id === order.id) return [closed]
  const part: ReceiptEvent = { ...common, order_id: order.id, kind: 'closedPart' }
  const rest = restOf(event)
  // A close by its owner or a lead may leave fewer lots than its closing orders have.
  const isTrimmed = rest !== null && cause.rule !== 'closingOrder'
  return [part, closed, ...(isTrimmed ? closingRows(order, rest, tick, { row, now, transaction: null }) : [])]
}

const noStops: Stops = { takeProfit: null, stopLoss: null }

/** Which stops were set or cleared; `before` is null for those of a new order. */
const stopRows = (
  before: Stops | null,
  order: LiveOrder,
  tick: Tick,
  receipt: Receipt,
): readonly ReceiptEvent[] => {
  const old = before ?? noStops
  const changes = [
    ['stopProfit', old.takeProfit, order.takeProfit],
    ['stopLoss', old.stopLoss, order.stopLoss],
  ] as const
  return changes.flatMap(([name, was, is]) => {
    const price = is ?? was
    if (was === is || price === null) return []
    const rule = `${name}${is === null ? 'Cleared' : 'Set'}`
    const facts = { ...factsOf(order, tick, receipt), price, fee: nothing, transaction: null }
    return [{ ...facts, kind: 'stopsSet', rule }]
  })
}

/** That a trailing stop was set, with its first trigger price, or cleared, with the price at which the position would close. */
const trailingRows = (
  { trailing: before }: LiveOrder,
  order: LiveOrder,
  tick: Tick,
  receipt: Receipt,
): readonly ReceiptEvent[] => {
  const { trailing, side } = order
  const shown = trailing ?? before
  if (trailing === before || shown === null) return []
  const price =
    trailing === null ? closingPrice(side, tick) : trailingTrigger(side, trailing.distance, trailing.start)
  const facts = { ...factsOf(order, tick, receipt), price, fee: nothing, transaction: null }
  const rule = `trailingStop${trailing === null ? 'Cleared' : 'Set'}`
  return [{ ...facts, kind: 'stopsSet', rule, trailing_stop: { distance: formatTrailing(shown.distance) } }]
}

const trailedEvidence = ({ distance, best }: TrailedTick): TrailedEvidence => ({
  distance: formatTrailing(distance),
  best: tickEvidence(best),
})

/** Which closing orders of a position were set or cleared, each with its own price and lots. */
const closingRows = (
  before: LiveOrder,
  order: LiveOrder,
  tick: Tick,
  receipt: Receipt,
): readonly ReceiptEvent[] => {
  const row = (rule: string, { price, lots }: ClosingOrder): ReceiptEvent => ({
    ...{ ...factsOf(order, tick, receipt), price, lots, fee: nothing, transaction: null },
    ...{ kind: 'stopsSet', rule },
  })
  const isIn = ({ closingOrders }: LiveOrder, { price, lots }: ClosingOrder, anyLots: boolean): boolean =>
    closingOrders.some((one) => one.price === price && (anyLots || one.lots === lots))
  return [
    ...before.closingOrders
      .filter((one) => !isIn(order, one, true))
      .map((one) => row('closingOrderCleared', one)),
    ...order.closingOrders
      .filter((one) => !isIn(before, one, false))
      .map((one) => row('closingOrderSet', one)),
  ]
}
