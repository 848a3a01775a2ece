import { minuteMs } from '@glasshouse/core/calendar/durations'

/**
 * AI ordering once more, written from the specification alone: whole numbers, a run as one record, no rule shared with the
 * product. Prices are units of 1e-9 USDT, money of 1e-8 USDT, sizes whole lots of 0.001 BTC.
 */

export type Minute = {
  readonly openMs: number
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly hasTrades: boolean
}
export type Quote = { readonly bid: bigint; readonly ask: bigint; readonly isFresh: boolean }

type Trade = {
  readonly side: 1 | -1
  readonly lots: bigint
  readonly fill: bigint
  readonly stop: bigint
  readonly target: bigint
  readonly margin: bigint
  readonly openFee: bigint
  readonly fillMs: number
}

type ModelRun = {
  readonly id: number
  readonly stake: bigint
  readonly leverage: bigint
  readonly times: number
  readonly maxLoss: bigint
  readonly untilMs: number
  state: 1 | 2 | 3
  reason: string | null
  done: number
  profit: bigint
  fees: bigint
  lastMs: number
  closing: boolean
  closingReason: 'stopped' | 'maxLoss' | null
  trade: Trade | null
  refusals: number
  readonly decisions: string[]
}

export type ModelTrader = {
  free: bigint
  readonly activeUntilMs: number
  pausedUntilMs: number
  run: ModelRun | null
  readonly startsByDay: Map<number, number>
}

const cent = 10_000_000n
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
const most = (...all: readonly bigint[]): bigint => all.reduce((a, b) => (a > b ? a : b))
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n)

/** Value of lots at a price: 0.001 BTC each; 1e-9 USDT times 1e-3 is 1e-12, of which 10000 are a unit of money. */
const worth = (lots: bigint, price: bigint): bigint => lots * price
const toMoney = 10_000n
const feeOf = (lots: bigint, price: bigint): bigint => up(worth(lots, price) * 5n, toMoney * 10_000n)
const marginOf = (lots: bigint, price: bigint, leverage: bigint): bigint =>
  up(worth(lots, price), toMoney * leverage)
const resultOf = ({ side, lots, fill }: Trade, price: bigint): bigint => {
  const exact = BigInt(side) * (worth(lots, price) - worth(lots, fill))
  // Prices are whole cents and lots thousandths, so that nothing is rounded.
  return exact / toMoney
}

export type Signal = {
  readonly s7: bigint
  readonly s30: bigint
  readonly c: bigint
  readonly c15: bigint
  readonly a: bigint
}

/** The five values of the newest minute; null where one of the last 31 is missing or had no trade. */
export const signalAt = (minutes: readonly Minute[]): Signal | null => {
  const last = minutes.slice(-31)
  const newest = last[30]
  if (newest === undefined) return null
  if (last.some((one, at) => !one.hasTrades || one.openMs !== newest.openMs - (30 - at) * minuteMs))
    return null
  const closes = last.map(({ close }) => close)
  let ranges = 0n
  for (let at = 17; at <= 30; at += 1) {
    const [one, before = 0n] = [last[at], closes[at - 1]]
    if (one !== undefined)
      ranges += most(one.high - one.low, distance(one.high, before), distance(one.low, before))
  }
  return {
    ...{ s7: sum(closes.slice(24)), s30: sum(closes.slice(1)) },
    ...{ c: newest.close, c15: closes[15] ?? 0n, a: ranges / 14n },
  }
}

const sideOf = ({ s7, s30, c, c15 }: Signal): 1 | -1 | 0 => {
  if (30n * s7 > 7n * s30 && c > c15) return 1
  return 30n * s7 < 7n * s30 && c < c15 ? -1 : 0
}

/** Most lots whose margin a stake pays. */
const lotsFor = (stake: bigint, price: bigint, leverage: bigint): bigint =>
  (stake * leverage * toMoney) / worth(1n, price)

const towardsFill = (price: bigint, isBelow: boolean): bigint =>
  isBelow ? up(price, cent) * cent : (price / cent) * cent

/** The trade of a signal at its fill, or null where what is left of the largest loss allows no stop. */
const plan = (run: ModelRun, signal: Signal, side: 1 | -1, fill: bigint, fillMs: number): Trade | null => {
  const lots = lotsFor(run.stake, fill, run.leverage)
  const widest = most(4n * signal.a, up(3n * signal.c, 1000n))
  const profit = most(6n * signal.a, up(45n * signal.c, 10_000n))
  const openFee = feeOf(lots, fill)
  const stopAt = (loss: bigint) => towardsFill(fill - BigInt(side) * loss, side === 1)
  const left = run.maxLoss - (run.fees > run.profit ? run.fees - run.profit : 0n)
  const room = left - openFee - most(openFee, feeOf(lots, stopAt(widest)))
  const affordable = room < 0n ? -1n : (room * toMoney) / lots
  const loss = widest < affordable ? widest : affordable
  if (loss * 1000n < signal.c) return null
  return {
    ...{ side, lots, fill, openFee, fillMs, stop: stopAt(loss) },
    target: towardsFill(fill + BigInt(side) * profit, side === -1),
    margin: marginOf(lots, fill, run.leverage),
  }
}

const exitPrice = ({ side }: Trade, { bid, ask }: Quote): bigint => (side === 1 ? bid : ask)

/** What surrounds all runs. */
export type ModelWorld = { isOn: boolean; nowMs: number }

const dayOf = (ms: number): number => Math.floor((ms + 3_600_000) / 86_400_000)

/** Why a run is not accepted; null where it is, and then it waits. */
export const startRun = (
  world: ModelWorld,
  trader: ModelTrader,
  quote: Quote,
  asked: {
    readonly stake: bigint
    readonly leverage: bigint
    readonly times: number
    readonly maxLoss: bigint
  },
): { readonly refusal: string | null; readonly accept: (id: number) => void } => {
  const { nowMs } = world
  const lots = lotsFor(asked.stake, quote.ask, asked.leverage)
  const starts = trader.startsByDay.get(dayOf(nowMs)) ?? 0
  const refusal =
    nowMs >= trader.activeUntilMs || !world.isOn
      ? 'notAllowed'
      : trader.run !== null && trader.run.state !== 3
        ? 'invalidState'
        : nowMs < trader.pausedUntilMs
          ? 'selfLimitReached'
          : starts >= 2
            ? 'aiLimitReached'
            : asked.stake + feeOf(lots, quote.ask) > trader.free
              ? 'insufficientBalance'
              : !quote.isFresh
                ? 'priceChanged'
                : null
  const accept = (id: number): void => {
    trader.startsByDay.set(dayOf(nowMs), starts + 1)
    const lastMs = nowMs - (nowMs % minuteMs) - minuteMs
    const fresh = {
      done: 0,
      profit: 0n,
      fees: 0n,
      closing: false,
      closingReason: null,
      trade: null,
      refusals: 0,
    }
    const began = { state: 1 as const, reason: null, lastMs, untilMs: nowMs + 24 * 3_600_000, decisions: [] }
    trader.run = { id, ...asked, ...fresh, ...began }
  }
  return { refusal, accept }
}

const endOf = ({ nowMs, isOn }: ModelWorld, trader: ModelTrader, run: ModelRun): string | null => {
  if (run.closingReason === 'stopped') return 'stopped'
  if (run.done >= run.times) return 'times'
  if (run.closingReason === 'maxLoss' || run.fees - run.profit >= run.maxLoss) return 'maxLoss'
  if (nowMs >= trader.activeUntilMs) return 'expired'
  if (!isOn) return 'staff'
  return nowMs >= run.untilMs ? 'timeUp' : null
}

const finish = (run: ModelRun, reason: string): void => {
  run.state = 3
  run.reason = reason
}

/** Closes the open trade at a price and lets the run go on or end. */
export const closeTrade = (world: ModelWorld, trader: ModelTrader, price: bigint): void => {
  const { run } = trader
  if (run === null || run.trade === null) throw new Error('the model has no open trade')
  const { trade } = run
  const [profit, fee] = [resultOf(trade, price), feeOf(trade.lots, price)]
  trader.free += trade.margin + profit - fee
  run.profit += profit
  run.fees += trade.openFee + fee
  run.done += 1
  run.trade = null
  const reason = endOf(world, trader, run)
  run.closing = false
  run.closingReason = null
  run.state = 1
  if (reason !== null) finish(run, reason)
}

/** A tick: the stops of the open trade, filled at the price that reached them; which one it was. */
export const hearTick = (
  world: ModelWorld,
  trader: ModelTrader,
  quote: Quote,
): 'stop loss' | 'take profit' | null => {
  const trade = trader.run?.trade ?? null
  if (trade === null) return null
  const at = exitPrice(trade, quote)
  const [worse, better] =
    trade.side === 1 ? [at <= trade.stop, at >= trade.target] : [at >= trade.stop, at <= trade.target]
  if (!worse && !better) return null
  closeTrade(world, trader, at)
  return worse ? 'stop loss' : 'take profit'
}

/** The customer stops the run; true where it was not over. */
export const stopRun = (world: ModelWorld, trader: ModelTrader, quote: Quote): boolean => {
  const { run } = trader
  if (run === null || run.state === 3) return false
  if (run.trade === null) finish(run, 'stopped')
  else {
    run.closing = true
    run.closingReason = 'stopped'
    closeWhenFresh(world, trader, quote)
  }
  return true
}

/** Closes what is marked for it as soon as the market has a fresh price. */
export const closeWhenFresh = (world: ModelWorld, trader: ModelTrader, quote: Quote): void => {
  const trade = trader.run?.trade ?? null
  if (trader.run?.closing === true && trade !== null && quote.isFresh)
    closeTrade(world, trader, exitPrice(trade, quote))
}

const decide = (run: ModelRun, minute: Minute, outcome: string): void => {
  run.decisions.push(`${minute.openMs} ${outcome}`)
  run.lastMs = minute.openMs
}

/** A closed minute, as the run of a customer judges it. */
export const hearMinute = (
  world: ModelWorld,
  trader: ModelTrader,
  quote: Quote,
  minute: Minute,
  signal: Signal | null,
): void => {
  const { run } = trader
  if (run === null || run.state === 3 || run.lastMs >= minute.openMs) return
  if (run.trade !== null) judgeTrade(world, trader, run, quote, minute, signal)
  else judgeWaiting(world, trader, run, quote, minute, signal)
}

const judgeWaiting = (
  world: ModelWorld,
  trader: ModelTrader,
  run: ModelRun,
  quote: Quote,
  minute: Minute,
  signal: Signal | null,
): void => {
  const over = endOf(world, trader, run)
  if (over !== null) {
    run.lastMs = minute.openMs
    finish(run, over)
    return
  }
  const side = signal === null ? 0 : sideOf(signal)
  if (signal === null || !quote.isFresh || side === 0) {
    run.refusals = 0
    decide(run, minute, signal === null ? 'gap' : quote.isFresh ? 'wait' : 'stale')
    return
  }
  const fill = side === 1 ? quote.ask : quote.bid
  const trade = plan(run, signal, side, fill, world.nowMs)
  if (trade === null) {
    decide(run, minute, 'maxLoss')
    finish(run, 'maxLoss')
    return
  }
  if (world.nowMs < trader.pausedUntilMs) {
    decide(run, minute, 'refused selfLimitReached')
    finish(run, 'ownLimit')
    return
  }
  if (trade.margin + trade.openFee > trader.free) {
    decide(run, minute, 'refused insufficientBalance')
    finish(run, 'balance')
    return
  }
  trader.free -= trade.margin + trade.openFee
  run.trade = trade
  run.state = 2
  decide(
    run,
    minute,
    `${side === 1 ? 'buy' : 'sell'} ${trade.lots} ${trade.fill} ${trade.stop} ${trade.target}`,
  )
}

const judgeTrade = (
  world: ModelWorld,
  trader: ModelTrader,
  run: ModelRun,
  quote: Quote,
  minute: Minute,
  signal: Signal | null,
): void => {
  const { trade } = run
  if (trade === null) return
  if (!quote.isFresh) {
    decide(run, minute, 'stale')
    return
  }
  const at = exitPrice(trade, quote)
  const now = run.profit - run.fees + resultOf(trade, at) - trade.openFee - feeOf(trade.lots, at)
  const candles = Math.floor((minute.openMs + minuteMs) / minuteMs) - Math.floor(trade.fillMs / minuteMs)
  const outcome =
    -now >= run.maxLoss
      ? 'maxLoss'
      : candles >= 60
        ? 'age'
        : signal !== null && sideOf(signal) === -trade.side
          ? 'opposite'
          : 'hold'
  decide(run, minute, outcome)
  if (outcome === 'hold' && !run.closing) return
  // What was marked first decides how the run ends.
  if (!run.closing && outcome === 'maxLoss') run.closingReason = 'maxLoss'
  run.closing = true
  closeWhenFresh(world, trader, quote)
}
