import { type OpenPosition, quantityOf, sideFromWire, splitPosition } from '@glasshouse/core/contracts/rules'
import { formatUsdt, price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { statedMargin } from './codec.ts'
import type { CheckReport, Discrepancy } from './difference.ts'
import type { Receipt } from './read.ts'

type Event = Receipt['events'][number]

const eventOf = ({ events }: Receipt, kind: Event['kind']): Event | undefined =>
  events.find((event) => event.kind === kind)

const heldAt = ({ order, lot, feeRatePpm }: Receipt, opened: Event): OpenPosition => ({
  side: sideFromWire(order.type),
  quantity: quantityOf(opened.number, quantity(lot)),
  openPrice: price(order.openPrice),
  lots: opened.number,
  leverage: order.multiple,
  margin: usdt(opened.margin),
  openFee: usdt(opened.fee),
  feeRatePpm,
})

/** What an order was before a part of it closed, what that part took along, and what stayed. */
type Halves = ReturnType<typeof splitPosition>

/** Splits an order part after part as its receipt tells it; the parts by the transaction that closed each. */
const splitUp = (receipt: Receipt, opened: Event) => {
  const parts = new Map<number, OpenPosition>()
  let held = heldAt(receipt, opened)
  for (const event of receipt.events.filter(({ kind }) => kind === 'closedPart')) {
    const { closed, rest }: Halves = splitPosition(held, event.number, quantity(receipt.lot))
    if (event.transactionId !== null) parts.set(event.transactionId, closed)
    held = rest
  }
  return { parts, held }
}

/** The position an order's figures must tell; null for a part whose original is not in the export. */
const positionOf = (receipt: Receipt, originals: ReadonlyMap<number, Receipt>): OpenPosition | null => {
  const opened = eventOf(receipt, 'opened')
  if (opened === undefined) return null
  if (receipt.order.parentid === null) return splitUp(receipt, opened).held
  const original = originals.get(receipt.order.parentid)
  const transaction = eventOf(receipt, 'closed')?.transactionId ?? null
  if (original === undefined || transaction === null) return null
  return splitUp(original, opened).parts.get(transaction) ?? null
}

const problemsOf = (receipt: Receipt, held: OpenPosition): readonly string[] => {
  const { order } = receipt
  const closed = eventOf(receipt, 'closed')
  const fees = (held.openFee + usdt(closed?.fee ?? '0')) as Usdt
  // A loss of another position of the wallet may have drawn from its margin; its own close releases what was left.
  const isDrawn =
    usdt(statedMargin(order)) < held.margin && (closed === undefined || closed.margin === statedMargin(order))
  return [
    ['lots', String(order.number), String(held.lots)],
    ['margin', statedMargin(order), isDrawn ? statedMargin(order) : formatUsdt(held.margin)],
    ['fee', order.tradeFee, formatUsdt(fees)],
  ].flatMap(([name, stated, worked]) =>
    stated === worked ? [] : [`the order’s ${name} is ${stated}, but its events add up to ${worked}`],
  )
}

/** Adds up what the events of an order moved and compares it with what the order tells of itself. */
export const verifyOrders = (receipts: readonly Receipt[]): CheckReport => {
  const originals = new Map(receipts.map((receipt) => [receipt.order.id, receipt]))
  const checked = receipts.flatMap((receipt) => {
    const held = positionOf(receipt, originals)
    return held === null ? [] : [{ receipt, problems: problemsOf(receipt, held) }]
  })
  return {
    name: 'contract orders',
    counts: { orders: checked.length },
    differences: checked.flatMap(({ receipt, problems }) =>
      problems.map((what): Discrepancy => ({ where: `order ${receipt.order.id}`, what })),
    ),
    remarks: [],
  }
}
