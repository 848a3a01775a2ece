import { margin, quantityOf, tradingFee } from '@glasshouse/core/contracts/rules'
import { formatUsdt, multiplyDivide, price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { withMargin } from './codec.ts'
import { plantReceipt, plantTicks } from './day.fixture.ts'
import { verifyOrders } from './orders.ts'
import type { Receipt } from './read.ts'

const ticks = plantTicks('BTCUSDT', 100, 3)
const whole = plantReceipt(1, 1, 11, ticks)
const problemsOf = (...receipts: readonly Receipt[]) =>
  verifyOrders(receipts).differences.map(({ where, what }) => `${where}: ${what}`)

/** The same order after 4 of its 11 lots closed, and the order of that part; calculated to the unit by hand. */
const inParts = (): { readonly original: Receipt; readonly part: Receipt } => {
  const [opened, closed] = whole.events
  if (opened === undefined || closed === undefined) throw new Error('no receipt')
  const lot = quantity('0.001')
  const openPrice = price(whole.order.openPrice)
  const rest = margin(quantityOf(7, lot), openPrice, 10)
  const share = multiplyDivide(usdt(opened.fee), 4n, 11n, 'floor')
  const add = (a: bigint, b: bigint): string => formatUsdt((a + b) as Usdt)
  const feeOf = (lots: number) => tradingFee(quantityOf(lots, lot), price(closed.price), 500)
  const closing = (lots: number, transactionId: number) => ({
    ...closed,
    number: lots,
    transactionId,
    fee: formatUsdt(feeOf(lots)),
  })
  return {
    original: {
      ...whole,
      order: withMargin(
        { ...whole.order, number: 7, tradeFee: add(usdt(opened.fee) - share, feeOf(7)) },
        formatUsdt(rest),
      ),
      events: [opened, { ...closing(4, 8), kind: 'closedPart' }, closing(7, 9)],
    },
    part: {
      ...whole,
      order: withMargin(
        { ...whole.order, id: 2, parentid: 1, number: 4, tradeFee: add(share, feeOf(4)) },
        add(usdt(opened.margin), -rest),
      ),
      events: [opened, closing(4, 8)],
    },
  }
}

it('finds no difference in honest orders, whole and in parts', () => {
  const { original, part } = inParts()
  expect(problemsOf(whole)).toEqual([])
  expect(problemsOf(original, part)).toEqual([])
  expect(verifyOrders([original, part]).counts).toEqual({ orders: 2 })
})

it('says nothing of a part whose original is elsewhere, and of what never opened', () => {
  const { part } = inParts()
  expect(verifyOrders([part, { ...whole, events: [] }])).toMatchObject({
    counts: { orders: 0 },
    differences: [],
  })
})

it.each([
  ['number', 12, 'lots'],
  ['cautionMoney', '1', 'margin'],
  ['tradeFee', '0.1', 'fee'],
] as const)('finds an order that tells another %s than its events', (name, value, says) => {
  const changed = (receipt: Receipt): Receipt => ({ ...receipt, order: { ...receipt.order, [name]: value } })
  const { original, part } = inParts()
  expect(problemsOf(changed(whole))).toEqual([
    expect.stringContaining(`order 1: the order’s ${says} is ${value}`),
  ])
  expect(problemsOf(original, changed(part))).toEqual([
    expect.stringContaining(`order 2: the order’s ${says}`),
  ])
})
