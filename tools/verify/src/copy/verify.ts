import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import { attributionRows, dayProfit } from '@glasshouse/core/invest/copy/attribution'
import { isStopLossReached } from '@glasshouse/core/invest/copy/dealing'
import { exitLevy, performanceFee } from '@glasshouse/core/invest/copy/fees'
import { runningPeriodEnd } from '@glasshouse/core/invest/copy/schedule'
import {
  type PoolUnits,
  poolValuation,
  type UnitPrice,
  unitPrices,
  unitsFor,
  unitsValue,
} from '@glasshouse/core/invest/copy/units'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import {
  formatDecimal,
  formatUsdt,
  type Price,
  parseDecimal,
  type Usdt,
  usdt,
} from '@glasshouse/core/money/units'
import { sha256 } from '../chains.ts'
import type { CheckReport, Discrepancy } from '../difference.ts'
import { changeOf, closedTrades, closeProblems, positionProblems, positionsOf, pricesOf } from './changes.ts'
import type { CopyDealing, CopyExport } from './read.ts'

const unitPriceScale = 9
const unitPrice = (text: string): UnitPrice => (parseDecimal(text, unitPriceScale) ?? 0n) as UnitPrice
const poolUnits = (text: string): PoolUnits => usdt(text) as bigint as PoolUnits

/** A figure that an export tells, and what the rest of it gives. */
type Compared = readonly [name: string, stated: string, worked: string]

const problemsOf = (compared: readonly Compared[]): readonly string[] =>
  compared.flatMap(([name, stated, worked]) =>
    stated === worked ? [] : [`${name} is ${stated}, the rest of the export gives ${worked}`],
  )

/** Prices and value of a pool from its balance, positions and ticks, each tick by its hash. */
const poolProblems = (dealing: CopyDealing): readonly string[] => {
  const { pool } = dealing
  const prices = pricesOf(dealing)
  const positions = positionsOf(dealing)
  const unpriced = positions.filter(({ pid }) => !prices.has(pid))
  if (unpriced.length > 0) return ['a market of the pool has no tick']
  const valuation = poolValuation(usdt(pool.balance), positions, prices)
  const worked = unitPrices(valuation, poolUnits(pool.unitsBefore))
  return [
    ...pool.ticks.flatMap(({ tick }) =>
      evidenceHash(tick, sha256) === tick.hash ? [] : [`tick ${tick.n} of ${tick.symbol} has another hash`],
    ),
    ...problemsOf([
      ['bid', pool.bid, formatUsdt(valuation.bid)],
      ['offer', pool.offer, formatUsdt(valuation.offer)],
      ['closingCost', pool.closingCost, formatUsdt(valuation.closingCost)],
      ['entryPrice', pool.entryPrice, formatDecimal(worked.entry, unitPriceScale)],
      ['exitPrice', pool.exitPrice, formatDecimal(worked.exit, unitPriceScale)],
    ]),
  ]
}

/** An order between two of its dealings. */
type OrderState = { readonly units: PoolUnits; readonly mark: UnitPrice; readonly periodEndMs: number }

/** What a dealing should have done with an order, and the order afterwards. */
const dealt = (dealing: CopyDealing, state: OrderState | null) => {
  const { pool, exitReason, periodDays, midnight, leadFeePpm, exitLevyPpm } = dealing
  const exit = unitPrice(pool.exitPrice)
  if (state === null) {
    const entry = unitPrice(pool.entryPrice)
    const units = entry === 0n ? (0n as PoolUnits) : unitsFor(usdt(dealing.money), entry)
    const entered = { units, mark: entry, periodEndMs: midnight + periodDays * dayMs }
    return { state: entered, feeUnits: 0n, fee: 0n, levy: 0n, paidOut: 0n, putIn: usdt(dealing.money) }
  }
  const isSettled = exitReason !== null || state.periodEndMs <= midnight
  const fee = isSettled
    ? performanceFee({ units: state.units, highWaterMark: state.mark, unitPrice: exit, leadFeePpm })
    : { units: 0n as PoolUnits, paid: 0n as Usdt, highWaterMark: state.mark }
  const rest = (state.units - fee.units) as PoolUnits
  const value = unitsValue(rest, exit)
  const hasStayers = poolUnits(pool.unitsAfter) > 0n
  const levy = exitReason === 'now' && hasStayers ? exitLevy(value, exitLevyPpm) : 0n
  const after: OrderState = {
    units: exitReason === null ? rest : (0n as PoolUnits),
    mark: fee.highWaterMark,
    periodEndMs: isSettled ? runningPeriodEnd(state.periodEndMs, periodDays, midnight) : state.periodEndMs,
  }
  const paidOut = exitReason === null ? 0n : value - levy
  return { state: after, feeUnits: fee.units, fee: fee.paid, levy, paidOut, putIn: 0n }
}

/** Whether the reason for which an order left, or stayed, is the one its terms and the price give. */
const reasonProblems = (dealing: CopyDealing, state: OrderState | null): readonly string[] => {
  const exit = unitPrice(dealing.pool.exitPrice)
  const { exitReason, money, stopLossPercent, midnight } = dealing
  if (state === null) return exitReason === null ? [] : ['it left at the dealing at which it entered']
  if ((exit === 0n) !== (exitReason === 'worthless'))
    return ['it leaves as worthless exactly at a price of 0']
  const isReached = isStopLossReached(
    { units: state.units, money: usdt(money), terms: termsOf(stopLossPercent) },
    exit,
  )
  if (exitReason === 'stopLoss' && !isReached) return ['its stop-loss was not reached']
  if (isReached && (exitReason === null || exitReason === 'period' || exitReason === 'now'))
    return ['its stop-loss was reached']
  if (exitReason === 'period' && state.periodEndMs > midnight) return ['its period had not ended']
  return []
}

const termsOf = (stopLossPercent: number) => ({
  periodDays: 1,
  leadFeePpm: 0,
  exitLevyPpm: 0,
  stopLossPercent,
})

type Trades = ReturnType<typeof closedTrades>

/** Works one order out again; an export with which no rule can do anything is different too. */
const orderProblems = (dealings: readonly CopyDealing[], closed: Trades): readonly Discrepancy[] => {
  try {
    return workedOut(dealings, closed)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ where: `order ${dealings[0]?.order}`, what: `it cannot be worked out: ${error.message}` }]
  }
}

/** Each dealing begins with what the one before it left. */
const workedOut = (dealings: readonly CopyDealing[], closed: Trades): readonly Discrepancy[] => {
  let state: OrderState | null = null
  let before: CopyDealing | null = null
  const found: Discrepancy[] = []
  for (const dealing of dealings) {
    const result = dealt(dealing, state)
    const exit = unitPrice(dealing.pool.exitPrice)
    const value = unitsValue(result.state.units, exit)
    const profit = dayProfit({
      before: state === null || before === null ? (0n as Usdt) : usdt(before.value),
      now: value,
      paidOut: result.paidOut as Usdt,
      putIn: result.putIn as Usdt,
    })
    const problems = [
      ...poolProblems(dealing),
      ...reasonProblems(dealing, state),
      ...problemsOf([
        ['unitsBefore', dealing.unitsBefore, formatUsdt(state?.units ?? 0n)],
        ['feeUnits', dealing.feeUnits, formatUsdt(result.feeUnits)],
        ['fee', dealing.fee, formatUsdt(result.fee)],
        ['unitsAfter', dealing.unitsAfter, formatUsdt(result.state.units)],
        ['value', dealing.value, formatUsdt(value)],
        ['putIn', dealing.putIn, formatUsdt(result.putIn)],
        ['levy', dealing.levy, formatUsdt(result.levy)],
        ['paidOut', dealing.paidOut, formatUsdt(result.paidOut)],
        ['profit', dealing.profit, formatUsdt(profit)],
      ]),
      ...chainProblems(dealing, before),
      ...attributionProblems(dealing, before, closed),
    ]
    found.push(...problems.map((what) => ({ where: `order ${dealing.order}, ${dealing.daily}`, what })))
    state = result.state
    before = dealing
    if (dealing.exitReason !== null) break
  }
  return found
}

/** Terms never change, and a pool begins a dealing with the units that the one before it left. */
const chainProblems = (dealing: CopyDealing, before: CopyDealing | null): readonly string[] => {
  const { daily, midnight } = dealing
  const dates =
    startOfDay(midnight) === midnight && dayOf(midnight - dayMs) === daily
      ? []
      : ['its midnight is not the end of its day']
  if (before === null) return dates
  const terms = (one: CopyDealing): string =>
    [one.product, one.money, one.periodDays, one.stopLossPercent, one.leadFeePpm, one.exitLevyPpm].join(' ')
  return [
    ...dates,
    ...(terms(dealing) === terms(before) ? [] : ['its terms are others than at the dealing before']),
    ...(dealing.midnight > before.midnight ? [] : ['it is not later than the dealing before']),
    ...problemsOf([['units of the pool', dealing.pool.unitsBefore, before.pool.unitsAfter]]),
  ]
}

/** The change of each order of the pool from positions, ticks and receipts, and the rows of the day from the changes. */
const attributionProblems = (
  dealing: CopyDealing,
  before: CopyDealing | null,
  closed: Trades,
): readonly string[] => {
  const places = new Map(
    [...(before === null ? [] : before.pool.positions), ...dealing.pool.positions].map(
      ({ id, pid, side }) => [id, `${pid} ${side}`] as const,
    ),
  )
  const changes = dealing.changes.flatMap(({ order, pid, side, change }): readonly string[] => {
    const trade = closed.get(order)?.trade
    const place =
      places.get(order) ?? (trade === undefined ? null : `${trade.pid} ${sideFromWire(trade.type)}`)
    if (place !== null && place !== `${pid} ${side}`)
      return [`order ${order} of the pool is of another market or side`]
    const worked = changeOf(order, dealing, before, closed)
    if (worked === null) return [`no receipt tells how order ${order} of the pool closed`]
    return problemsOf([[`change of order ${order}`, change, formatUsdt(worked)]])
  })
  const known = new Set(dealing.changes.map(({ order }) => order))
  const unnamed = before === null ? [] : dealing.pool.positions.filter(({ id }) => !known.has(id))
  const rows = attributionRows({
    units: poolUnits(dealing.unitsBefore),
    issued: poolUnits(dealing.pool.unitsBefore),
    changes: dealing.changes.map(({ order, pid, side, change }) => ({
      ...{ id: order, pid, side, change: usdt(change), openPrice: 0n as Price, atMs: 0 },
      closePrice: dealing.pool.positions.some(({ id }) => id === order) ? null : (1n as Price),
    })),
    feePaid: usdt(dealing.fee),
    profit: usdt(dealing.profit),
  })
  const worked = rows.map(({ kind, profit, order }) => `${kind} ${order?.id ?? ''} ${formatUsdt(profit)}`)
  const stated = dealing.attribution.map(({ kind, profit, order }) => `${kind} ${order ?? ''} ${profit}`)
  return [
    ...changes,
    ...unnamed.map(({ id }) => `the change of order ${id} of the pool is not named`),
    ...problemsOf([['the attribution', stated.join(', '), worked.join(', ')]]),
  ]
}

/** Wallet and principal lines of the signed receipts, by cause. */
const movedBy = (receipts: CopyExport['receipts']): ReadonlyMap<string, bigint> => {
  const moved = new Map<string, bigint>()
  for (const { text } of receipts) {
    const cause = /\ncause=([^\n]+)/.exec(text)?.[1] ?? ''
    const lines = [...text.matchAll(/\nline=(?:wallet|principal),USDT,\d+,(-?[\d.]+),/g)]
    for (const [, amount = '0'] of lines) moved.set(cause, (moved.get(cause) ?? 0n) + usdt(amount))
  }
  return moved
}

/** Instant of the newest transaction that has a signed receipt; receipts are signed in the order of transactions. */
const signedUntil = (receipts: CopyExport['receipts']): number =>
  Math.max(0, ...receipts.map(({ text }) => Number(/\ntime=(\d+)/.exec(text)?.[1] ?? 0)))

type MoneyProblem = Discrepancy & { readonly isUnsigned: boolean }

/**
 * What entered and left a pool is what the signed receipts say that it moved. Money that a dealing moved when nothing later is
 * signed may only wait for its receipt, if none of its cause is there.
 */
const moneyProblems = ({ copyDealings, receipts }: CopyExport): readonly MoneyProblem[] => {
  const moved = movedBy(receipts)
  const untilMs = signedUntil(receipts)
  return copyDealings.flatMap(({ order, daily, midnight, putIn, paidOut }) => {
    const expected = [
      ...(usdt(putIn) > 0n ? ([[`copyEntered:${order}`, -usdt(putIn)]] as const) : []),
      ...(usdt(paidOut) > 0n ? ([[`copyLeft:${order}`, usdt(paidOut)]] as const) : []),
    ]
    return expected
      .filter(([cause, amount]) => moved.get(cause) !== amount)
      .map(([cause, amount]) => {
        const isUnsigned = untilMs <= midnight && !moved.has(cause)
        const what = isUnsigned
          ? `the receipt of ${cause}, ${formatUsdt(amount as Usdt)} USDT, is not signed yet`
          : `no signed receipt of ${cause} moves the amount`
        return { where: `order ${order}, ${daily}`, what, isUnsigned }
      })
  })
}

/**
 * Works out every dealing of a customer's copy orders again: value of the pool, unit prices, units, fees, levies, payments and
 * the attribution of each day, from the positions, ticks and receipts that the export holds. `unsigned` is money of the newest
 * dealings that waits for its receipt.
 */
export const verifyCopyExport = (
  read: CopyExport,
): CheckReport & { readonly unsigned: readonly Discrepancy[] } => {
  const { copyDealings, copyTrades } = read
  const money = moneyProblems(read)
  const closed = new Map(
    [...Map.groupBy(copyTrades, ({ product }) => product)].map(([product, trades]) => [
      product,
      closedTrades(trades),
    ]),
  )
  const orders = [...Map.groupBy(copyDealings, ({ order }) => order).values()]
  const closes = [...closed.values()].flatMap((trades) => [...trades.values()])
  return {
    name: 'copy orders',
    counts: { orders: orders.length, dealings: copyDealings.length, trades: copyTrades.length },
    differences: [
      ...orders.flatMap((dealings) =>
        orderProblems(dealings, closed.get(dealings[0]?.product ?? 0) ?? new Map()),
      ),
      ...money.filter(({ isUnsigned }) => !isUnsigned),
      ...copyDealings.flatMap((dealing) =>
        positionsOf(dealing).flatMap((position) =>
          positionProblems(
            position,
            copyTrades.find((one) => one.product === dealing.product && one.order === position.id),
          ).map((what) => ({ where: `order ${dealing.order}, ${dealing.daily}`, what })),
        ),
      ),
      ...copyTrades.flatMap(({ order, receipt }) =>
        receipt.flatMap(({ tick }) =>
          tick === null || evidenceHash(tick, sha256) === tick.hash
            ? []
            : [
                {
                  where: `order ${order} of the pool`,
                  what: `tick ${tick.n} of its receipt has another hash`,
                },
              ],
        ),
      ),
      ...closes.flatMap((one) =>
        closeProblems(one).map((what) => ({ where: `order ${one.trade.order} of the pool`, what })),
      ),
    ],
    unsigned: money.filter(({ isUnsigned }) => isUnsigned),
    remarks: [
      'the ticks are those of the logs: the day files show whether they are in them',
      'what the whole pool was worth is stated by its dealings; only its followers can compare theirs',
    ],
  }
}
