import {
  closingPrice,
  margin,
  type OpenPosition,
  quantityOf,
  sideFromWire,
  splitPosition,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { poolOrderChange } from '@glasshouse/core/invest/copy/attribution'
import { copyDifference } from '@glasshouse/core/invest/copy/lead'
import { bestPricesOf, type MarketPrices, type PoolPosition } from '@glasshouse/core/invest/copy/units'
import {
  formatUsdt,
  type Price,
  parseDecimal,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '@glasshouse/core/money/units'
import type { CopyDealing, CopyTrade } from './read.ts'

const none = 0n as Usdt
const priceScale = 9

/** Positions of a pool at a dealing, in exact units. */
export const positionsOf = ({ pool }: CopyDealing): readonly PoolPosition[] =>
  pool.positions.map((one) => ({
    ...one,
    quantity: one.quantity as Quantity,
    openPrice: one.openPrice as Price,
    margin: one.margin as Usdt,
    openFee: one.openFee as Usdt,
  }))

/** The only prices of a dealing, by market. */
export const pricesOf = ({ pool }: CopyDealing): MarketPrices =>
  new Map(pool.ticks.map(({ pid, tick }) => [pid, { bid: price(tick.bid), ask: price(tick.ask) }]))

const eventOf = ({ receipt }: CopyTrade, kind: 'opened' | 'closed') =>
  receipt.find((event) => event.kind === kind)

/** What closed of an order, as the receipts tell it: its lots, its share of the opening fee, its close. */
export type ClosedTrade = {
  readonly trade: CopyTrade
  readonly openFee: Usdt
  readonly closeFee: Usdt
  readonly profit: Usdt
}

/** Parts and whole closes by order; the opening fee is split part after part, as a close splits it. */
export const closedTrades = (trades: readonly CopyTrade[]): ReadonlyMap<number, ClosedTrade> => {
  const found = new Map<number, ClosedTrade>()
  const parts = Map.groupBy(
    trades.filter(({ parentid }) => parentid !== null),
    ({ parentid }) => parentid,
  )
  for (const trade of trades) {
    const opened = eventOf(trade, 'opened')
    if (trade.order === null || trade.parentid !== null || opened === undefined || trade.lot === null)
      continue
    const lot = quantity(trade.lot)
    let held: OpenPosition = {
      side: sideFromWire(trade.type),
      quantity: quantityOf(opened.number, lot),
      openPrice: price(opened.price),
      lots: opened.number,
      leverage: trade.multiple,
      margin: usdt(opened.margin),
      openFee: usdt(opened.fee),
      feeRatePpm: trade.feeRatePpm ?? 0,
    }
    for (const part of (parts.get(trade.order) ?? []).toSorted((a, b) => a.id - b.id)) {
      if (part.lots >= held.lots) break
      const { closed, rest } = splitPosition(held, part.lots, lot)
      addClosed(found, part, closed.openFee)
      held = rest
    }
    addClosed(found, trade, held.openFee)
  }
  return found
}

const addClosed = (found: Map<number, ClosedTrade>, trade: CopyTrade, openFee: Usdt): void => {
  const closed = eventOf(trade, 'closed')
  if (trade.order === null || closed === undefined) return
  found.set(trade.order, { trade, openFee, closeFee: usdt(closed.fee), profit: usdt(closed.profit) })
}

/** Differences of a position of a dealing from the receipt of its order, where the export has one. */
export const positionProblems = (position: PoolPosition, trade: CopyTrade | undefined): readonly string[] => {
  const opened = trade === undefined ? undefined : eventOf(trade, 'opened')
  if (trade === undefined || opened === undefined || trade.lot === null) return []
  const stated: readonly (readonly [string, unknown, unknown])[] = [
    ['market', position.pid, trade.pid],
    ['side', position.side, sideFromWire(trade.type)],
    ['leverage', position.leverage, trade.multiple],
    ['fee rate', position.feeRatePpm, trade.feeRatePpm],
    ['opening price', position.openPrice, price(opened.price)],
    ['quantity', position.quantity, quantityOf(position.lots, quantity(trade.lot))],
    // A position of which a part closed keeps its share of the opening fee.
    ...(position.lots === opened.number
      ? ([['opening fee', position.openFee, usdt(opened.fee)]] as const)
      : []),
  ]
  const needed = margin(position.quantity, position.openPrice, position.leverage)
  return [
    ...stated.flatMap(([name, own, other]) =>
      own === other ? [] : [`the ${name} of order ${position.id} is not that of its receipt`],
    ),
    // A close of another position may have drawn from the margin, so it can be smaller.
    ...(position.margin <= needed ? [] : [`order ${position.id} holds more margin than it needs`]),
  ]
}

/** Differences of the closes themselves: the profit of each from its prices and lots. */
export const closeProblems = ({ trade, profit }: ClosedTrade): readonly string[] => {
  const [opened, closed] = [eventOf(trade, 'opened'), eventOf(trade, 'closed')]
  if (opened === undefined || closed === undefined || trade.lot === null) return ['its receipt is not whole']
  const position = {
    side: sideFromWire(trade.type),
    quantity: quantityOf(trade.lots, quantity(trade.lot)),
    openPrice: price(opened.price),
  }
  const worked = unrealizedPnl(position, price(closed.price))
  const rate = trade.feeRatePpm ?? 0
  const openedQuantity = quantityOf(opened.number, quantity(trade.lot))
  const fees = [
    [opened, tradingFee(openedQuantity, position.openPrice, rate)],
    [closed, tradingFee(position.quantity, price(closed.price), rate)],
  ] as const
  return [
    ...fees.flatMap(([{ kind, fee }, expected]) =>
      fee === formatUsdt(expected)
        ? []
        : [`its fee of ${kind} is ${fee}, its terms give ${formatUsdt(expected)}`],
    ),
    ...(worked === profit
      ? []
      : [`its profit is ${formatUsdt(profit)}, its prices give ${formatUsdt(worked)}`]),
    ...(trade.difference === null ||
    trade.leadPrice === null ||
    copyDifference({
      side: position.side,
      leadPrice: price(trade.leadPrice),
      price: position.openPrice,
    }) === parseDecimal(trade.difference, priceScale)
      ? []
      : ['its difference is not that of the two prices']),
    ...(opened.margin === formatUsdt(margin(openedQuantity, position.openPrice, trade.multiple))
      ? []
      : ['its margin is not that of its opening price and leverage']),
    ...(trade.price === opened.price ? [] : ['its opening price is not that of its receipt']),
    ...(trade.closePrice === closed.price ? [] : ['its closing price is not that of its receipt']),
  ]
}

/**
 * Change in value of an order of a pool between two dealings, from the positions of both, their ticks and the receipt of a
 * close; null where no receipt tells of the close. `before` is null of the first dealing of a pool.
 */
export const changeOf = (
  id: number,
  now: CopyDealing,
  before: CopyDealing | null,
  closed: ReadonlyMap<number, ClosedTrade>,
): Usdt | null => {
  const prices = before === null ? null : pricesOf(before)
  const held = before === null ? [] : positionsOf(before)
  const pnlBefore = (position: Pick<PoolPosition, 'pid' | 'side' | 'quantity' | 'openPrice'>): Usdt =>
    prices === null
      ? none
      : unrealizedPnl(position, closingPrice(position.side, bestPricesOf(prices, position.pid)))
  const open = positionsOf(now).find((one) => one.id === id)
  if (open !== undefined) {
    const isNew = !held.some((one) => one.id === id)
    const at = closingPrice(open.side, bestPricesOf(pricesOf(now), open.pid))
    return poolOrderChange({
      pnlBefore: isNew ? none : pnlBefore(open),
      pnlNow: unrealizedPnl(open, at),
      openFee: isNew ? open.openFee : none,
      closeFee: none,
    })
  }
  const found = closed.get(id)
  if (found === undefined || found.trade.lot === null || found.trade.price === null) return null
  const { trade, openFee, closeFee, profit } = found
  const isNew = !held.some((one) => one.id === (trade.parentid ?? id))
  const position = {
    pid: trade.pid,
    side: sideFromWire(trade.type),
    quantity: quantityOf(trade.lots, quantity(trade.lot as string)),
    openPrice: price(trade.price as string),
  }
  return poolOrderChange({
    pnlBefore: isNew ? none : pnlBefore(position),
    pnlNow: profit,
    openFee: isNew ? openFee : none,
    closeFee,
  })
}
