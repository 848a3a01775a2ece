/** Whole runs from the first candle to their end, on markets that wander, jump and fall silent. */
import { seededRandom } from '@glasshouse/testkit/random'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PositionSide } from '../contracts/rules.ts'
import { type Price, price, quantity, type Usdt, usdt } from '../money/units.ts'
import {
  closingReason,
  planTrade,
  sideOfSignal,
  signalOf,
  signalValues,
  type TradeTerms,
} from './momentum.ts'
import { type EndReason, endReasonOf, type RunStanding, whyNoSignal } from './run.ts'
import { lossOf } from './tiers.ts'

const terms: TradeTerms = { lot: quantity('0.001'), minLots: 1, stepLots: 1, feeRatePpm: 500, scale: 2 }
const minute = 60_000
const cent = 10_000_000n

/** What ended a run by the order of the specification, as one condition after the other. */
const reasonByHand = (run: RunStanding, nowMs: number): EndReason | null => {
  const lost = run.fees - run.profit
  const conditions: readonly (readonly [EndReason, boolean])[] = [
    ['stopped', run.closing === 'stopped'],
    ['times', run.done >= run.times],
    ['maxLoss', run.closing === 'maxLoss' || (lost > 0n && lost >= run.maxLoss)],
    ['expired', !run.isActive],
    ['staff', !run.isSwitchedOn],
    ['timeUp', nowMs >= run.untilMs],
  ]
  return conditions.find(([, holds]) => holds)?.[0] ?? null
}

describe('the end of a run', () => {
  it('is named by the first condition that holds, for every combination of them', () => {
    const seen = new Map<EndReason | null, number>()
    const choices = [
      ...[null, 'stopped', 'maxLoss'].flatMap((closing) =>
        [1, 2, 3].flatMap((done) =>
          ['-6', '-5.00000001', '-5', '-4.99999999', '0', '7'].flatMap((net) =>
            [true, false].flatMap((isActive) =>
              [true, false].flatMap((isSwitchedOn) =>
                [99, 100, 101].map((nowMs) => ({ closing, done, net, isActive, isSwitchedOn, nowMs })),
              ),
            ),
          ),
        ),
      ),
    ]
    for (const { nowMs, net, closing, ...rest } of choices) {
      const run: RunStanding = {
        ...rest,
        ...{ times: 2, maxLoss: usdt('5'), untilMs: 100, fees: usdt('1') },
        profit: usdt(net) + usdt('1'),
        closing: closing as RunStanding['closing'],
      }
      const reason = endReasonOf(run, nowMs)
      expect(reason).toBe(reasonByHand(run, nowMs))
      seen.set(reason, (seen.get(reason) ?? 0) + 1)
    }
    expect([...seen.keys()].toSorted()).toEqual(
      ['expired', 'maxLoss', 'staff', 'stopped', 'timeUp', 'times', null].toSorted(),
    )
  })

  it('comes with a loss of exactly the largest one, not a unit before', () => {
    const amounts = fc.record({
      fees: fc.bigInt(0n, 10n ** 10n),
      maxLoss: fc.bigInt(10n ** 8n, 10n ** 10n),
      more: fc.bigInt(-3n, 3n),
    })
    fc.assert(
      fc.property(amounts, ({ fees, maxLoss, more }) => {
        const profit = fees - maxLoss - more
        const going = { closing: null, done: 0, times: 9, isActive: true, isSwitchedOn: true, untilMs: 2 }
        expect(endReasonOf({ ...going, profit, fees, maxLoss }, 1)).toBe(more >= 0n ? 'maxLoss' : null)
        expect(lossOf(profit, fees)).toBe(maxLoss + more)
      }),
    )
  })
})

type Minute = {
  readonly openMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
}
type Market = { readonly minutes: readonly Minute[]; readonly half: bigint }

/** A market in cents that drifts one way or the other for a while; with `jumps` it leaps by up to 3 %. */
const wander = (seed: number, jumps: boolean): Market => {
  const random = seededRandom(seed)
  let at = 6_435_015n
  let drift = 0
  const half = BigInt(random.pick([5, 50, 400]))
  const minutes = Array.from({ length: 700 }, (_, place): Minute => {
    if (random.chance(0.03)) drift = random.whole(-60, 60)
    if (jumps && random.chance(0.02))
      at = (at * BigInt(1_000_000 + random.whole(-30_000, 30_000))) / 1_000_000n
    const path = [at]
    for (let move = 0; move < 3; move += 1) {
      at = (at * BigInt(1_000_000 + drift * 5 + random.whole(-250, 250))) / 1_000_000n
      path.push(at)
    }
    const sorted = path.toSorted((a, b) => (a < b ? -1 : 1))
    const units = (of: bigint | undefined): Price => ((of ?? 0n) * cent) as Price
    return {
      openMs: place * minute,
      ...{
        open: units(path[0]),
        close: units(path.at(-1)),
        low: units(sorted[0]),
        high: units(sorted.at(-1)),
      },
    }
  })
  return { minutes, half: half * cent }
}

type Trade = {
  readonly side: PositionSide
  readonly fill: bigint
  readonly fillMs: number
  readonly lots: number
  readonly stopLoss: bigint
  readonly takeProfit: bigint
  readonly lossAtStop: bigint
  readonly result: bigint
}
type Terms = {
  readonly stake: Usdt
  readonly leverage: number
  readonly times: number
  readonly maxLoss: Usdt
}
type Story = {
  readonly trades: readonly Trade[]
  readonly reason: EndReason | 'refused'
  readonly standing: { readonly done: number; readonly profit: bigint; readonly fees: bigint }
}

const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
/** 0.05 % of lots × 0.001 coins at a price, in 1e-8 USDT, rounded up. */
const feeOf = (lots: number, at: bigint): bigint => ceilDivide(BigInt(lots) * at * 5n, 10n ** 9n)
/** What lots × 0.001 coins gain by a move, in 1e-8 USDT, rounded down. */
const gainOf = (lots: number, moved: bigint): bigint => {
  const exact = BigInt(lots) * moved
  return exact >= 0n ? exact / 10_000n : -ceilDivide(-exact, 10_000n)
}

/** Lets a run trade a market as the worker does: judged after each minute, filled at its end, stops watched in the next. */
const play = ({ minutes, half }: Market, { stake, leverage, times, maxLoss }: Terms): Story => {
  const trades: Trade[] = []
  let standing = { done: 0, profit: 0n, fees: 0n }
  let open: Omit<Trade, 'result'> | null = null
  const endOf = (nowMs: number): EndReason | null =>
    endReasonOf(
      {
        ...{ ...standing, times, maxLoss, closing: null, isActive: true, isSwitchedOn: true },
        untilMs: minutes.length * minute,
      },
      nowMs,
    )
  const close = (trade: Omit<Trade, 'result'>, at: bigint): void => {
    const [opening, closing] = [feeOf(trade.lots, trade.fill), feeOf(trade.lots, at)]
    const gained = gainOf(trade.lots, trade.side === 'long' ? at - trade.fill : trade.fill - at)
    standing = {
      done: standing.done + 1,
      profit: standing.profit + gained,
      fees: standing.fees + opening + closing,
    }
    trades.push({ ...trade, result: gained - opening - closing })
    open = null
  }
  /** Prices that a trade would close at, the bad one first: at the open where the market leapt over its stop. */
  const watch = (trade: Omit<Trade, 'result'>, { open: first, low, high }: Minute): void => {
    const isLong = trade.side === 'long'
    const [worst, best] = isLong ? [low - half, high - half] : [high + half, low + half]
    const opening = isLong ? first - half : first + half
    const isReached = (at: bigint, stop: bigint, down: boolean): boolean => (down ? at <= stop : at >= stop)
    if (isReached(worst, trade.stopLoss, isLong))
      close(trade, isReached(opening, trade.stopLoss, isLong) ? opening : trade.stopLoss)
    else if (isReached(best, trade.takeProfit, !isLong)) close(trade, trade.takeProfit)
  }
  for (let at = 0; at < minutes.length; at += 1) {
    const now = minutes[at]
    if (now === undefined) throw new Error('no minute')
    if (open !== null) watch(open, now)
    const values = signalValues(minutes.slice(Math.max(0, at - 30), at + 1))
    if (values === null) continue
    const signal = signalOf(values)
    if (open !== null) {
      const { side, fillMs }: Omit<Trade, 'result'> = open
      if (closingReason(side, fillMs, now.openMs, signal) !== null)
        close(open, side === 'long' ? now.close - half : now.close + half)
    }
    if (open !== null) continue
    const closedMs = now.openMs + minute
    const reason = endOf(closedMs)
    if (reason !== null) return { trades, reason, standing }
    // A candle that closed a trade opens none.
    if (signal === 'wait' || trades.at(-1)?.fillMs === now.openMs) continue
    const side = sideOfSignal(signal)
    const fill = (side === 'long' ? now.close + half : now.close - half) as Price
    const lossLeft = (maxLoss - lossOf(standing.profit, standing.fees)) as Usdt
    const plan = planTrade({ side, values, fill, stake, leverage, lossLeft, terms })
    if (plan === 'maxLoss') return { trades, reason: 'maxLoss', standing }
    if (plan === 'tooSmall') return { trades, reason: 'refused', standing }
    const { lots, stopLoss, takeProfit, lossAtStop } = plan
    open = { side, fill, fillMs: closedMs, lots, stopLoss, takeProfit, lossAtStop }
  }
  return { trades, reason: 'timeUp', standing }
}

const stories = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  stake: fc.bigInt(100n, 5000n).map((whole) => (whole * 100_000_000n) as Usdt),
  leverage: fc.constantFrom(2, 5, 10),
  times: fc.integer({ min: 1, max: 10 }),
  lossPercent: fc.bigInt(1n, 60n),
})
const termsOf = ({
  stake,
  leverage,
  times,
  lossPercent,
}: Omit<Terms, 'maxLoss'> & { readonly lossPercent: bigint }): Terms => ({
  ...{ stake, leverage, times },
  maxLoss: ((stake * lossPercent) / 100n) as Usdt,
})
const netOf = (trades: readonly Trade[]): bigint => trades.reduce((sum, { result }) => sum + result, 0n)

describe('a run on a market without jumps', () => {
  it('never loses more than its largest loss, makes no trade too many, and says why it ended', () => {
    const reasons = new Map<string, number>()
    fc.assert(
      fc.property(stories, ({ seed, ...asked }) => {
        const run = termsOf(asked)
        const { trades, reason, standing } = play(wander(seed, false), run)
        expect(netOf(trades)).toBe(standing.profit - standing.fees)
        expect(-netOf(trades)).toBeLessThanOrEqual(run.maxLoss)
        expect(trades.length).toBeLessThanOrEqual(run.times)
        if (reason === 'times') expect(trades).toHaveLength(run.times)
        if (reason === 'timeUp') expect(trades.length).toBeLessThan(run.times)
        for (const { result, lossAtStop } of trades) expect(-result).toBeLessThanOrEqual(lossAtStop)
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }),
      { numRuns: 60, seed: 11 },
    )
    expect([...reasons.keys()]).toEqual(expect.arrayContaining(['maxLoss', 'times']))
  })

  it('plans every trade within what was left when it began', () => {
    fc.assert(
      fc.property(stories, ({ seed, ...asked }) => {
        const run = termsOf(asked)
        const { trades } = play(wander(seed, false), run)
        trades.forEach(({ lossAtStop }, at) => {
          const before = netOf(trades.slice(0, at))
          // Profits do not widen it: a run that has won 100 still may lose no more than was set.
          const left = before < 0n ? run.maxLoss + before : run.maxLoss
          expect(lossAtStop).toBeLessThanOrEqual(left)
        })
      }),
      { numRuns: 40 },
    )
  })

  it('never grows after a loss: the lots depend on stake, leverage and fill alone', () => {
    let afterLosses = 0
    fc.assert(
      fc.property(stories, ({ seed, ...asked }) => {
        const run = termsOf({ ...asked, times: 10, lossPercent: 60n })
        const { trades } = play(wander(seed, false), run)
        trades.forEach(({ lots, fill }, at) => {
          const bought = BigInt(run.leverage) * run.stake
          // lots × 0.001 × fill ÷ leverage, rounded up, is at most the stake; one more lot costs more.
          expect(ceilDivide(BigInt(lots) * fill, 10_000n)).toBeLessThanOrEqual(bought)
          expect(ceilDivide(BigInt(lots + 1) * fill, 10_000n)).toBeGreaterThan(bought)
          if ((trades[at - 1]?.result ?? 0n) < 0n) afterLosses += 1
        })
      }),
      { numRuns: 30, seed: 11 },
    )
    expect(afterLosses).toBeGreaterThan(20)
  })

  it('has its stops on both sides of the fill, and its results between them', () => {
    fc.assert(
      fc.property(stories, ({ seed, ...asked }) => {
        const { trades } = play(wander(seed, false), termsOf(asked))
        for (const { side, fill, stopLoss, takeProfit, lots, result } of trades) {
          const [low, high] = side === 'long' ? [stopLoss, takeProfit] : [takeProfit, stopLoss]
          expect(low < fill && fill < high).toBe(true)
          const reach = side === 'long' ? takeProfit - fill : fill - takeProfit
          expect(result).toBeLessThanOrEqual(gainOf(lots, reach) - feeOf(lots, fill))
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('a run on a market that jumps', () => {
  it('may lose more than it planned, and makes no further trade then', () => {
    let beyond = 0
    fc.assert(
      fc.property(stories, ({ seed, ...asked }) => {
        const run = termsOf(asked)
        const { trades, reason } = play(wander(seed, true), run)
        trades.forEach((_, at) => {
          const lost = -netOf(trades.slice(0, at + 1))
          if (lost < run.maxLoss) return
          expect(at).toBe(trades.length - 1)
          if (lost > run.maxLoss) beyond += 1
          expect(['maxLoss', 'times']).toContain(reason)
        })
      }),
      { numRuns: 80, seed: 11 },
    )
    expect(beyond).toBeGreaterThan(0)
  })
})

describe('why the newest candle gave no signal', () => {
  it('names where the means point exactly where the momentum does not agree', () => {
    const closes = fc.bigInt(1n, 9n)
    const cases = fc.record({ s7: fc.bigInt(1n, 30n), s30: fc.bigInt(1n, 120n), c: closes, c15: closes })
    const seen = new Set<string | null>()
    fc.assert(
      fc.property(cases, ({ s7, s30, c, c15 }) => {
        const values = { s7, s30, c: c as Price, c15: c15 as Price, a: price('1') }
        // Means as decimals: a seventh of a unit and a thirtieth of one are 1/210 apart.
        const [short, long] = [Number(s7) / 7, Number(s30) / 30]
        const isEqual = Math.abs(short - long) < 1e-9
        const up = short > long
        const wanted = isEqual ? 'equal' : up ? 'meansUp' : 'meansDown'
        const agrees = !isEqual && (up ? c > c15 : c < c15)
        seen.add(whyNoSignal(values))
        expect(whyNoSignal(values)).toBe(agrees ? null : wanted)
      }),
      { numRuns: 3000, seed: 3 },
    )
    expect(seen).toEqual(new Set([null, 'equal', 'meansUp', 'meansDown']))
  })
})
