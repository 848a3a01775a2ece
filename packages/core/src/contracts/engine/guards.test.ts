import { seededRandom } from '@glasshouse/testkit/random'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '../../money/units.ts'
import { closingPrice, margin, type Position, unrealizedPnl } from '../rules.ts'
import { isLiquidatable, liquidationBand, recheckPrice } from './guards.ts'
import { conditionOf, isReached } from './triggers.ts'

const account = (balance: string, usedMargin: string, profit: string) => ({
  balance: usdt(balance),
  margin: usdt(usedMargin),
  profit: usdt(profit),
})

describe('liquidation', () => {
  it('happens at exactly 50 %, not one unit above', () => {
    expect(isLiquidatable(account('100', '100', '-50'))).toBe(true)
    expect(isLiquidatable(account('100', '100', '-49.99999999'))).toBe(false)
    expect(isLiquidatable(account('100', '80', '-60'))).toBe(true)
  })
})

describe('the recheck price of one position', () => {
  it('is its liquidation price, slightly towards the market', () => {
    const best = { bid: price('65849.99'), ask: price('65850') }
    const position: Position = { side: 'long', quantity: quantity('0.011'), openPrice: price('65850') }
    const state = {
      balance: usdt('99.637825'),
      margin: usdt('72.435'),
      profit: unrealizedPnl(position, best.bid),
    }
    const at = recheckPrice(liquidationBand(state, [{ ...position, best }]), { side: 'long', best })
    // core/contracts/account.ts: liquidationPrice returns 60084.515909091
    expect(at).toBeGreaterThanOrEqual(price('60084.515909091'))
    expect(at).toBeLessThan(price('60084.52'))
  })
})

describe('the liquidation band', () => {
  const best = { bid: price('100'), ask: price('101') }
  const bought: Position = { side: 'long', quantity: quantity('3'), openPrice: price('100') }
  const sold: Position = { side: 'short', quantity: quantity('1'), openPrice: price('101') }

  it('has the slack down to 50 % less one unit per position, and the value of all positions', () => {
    const band = liquidationBand(account('30', '20', '-5'), [
      { ...bought, best },
      { ...sold, best },
    ])
    // (30 − 5) − 50 % of 20 = 15 USDT, in hundredths of 1e-8; 3 at 100 and 1 at 101.
    expect(band.slack).toBe(usdt('15') * 100n - 200n)
    expect(band.worth).toBe(401n * 10n ** 17n)
  })

  it('has no slack once the account is liquidatable', () => {
    expect(liquidationBand(account('30', '80', '-5'), [{ ...bought, best }]).slack).toBe(0n)
  })

  it('rechecks below the bid for long and above the ask for short positions, not one unit too far', () => {
    const band = { slack: 10_000n * usdt('1'), worth: 3n * 10n ** 20n }
    // A hundredth of 3,000 is 3.33… %: rounded towards the market on both sides.
    expect(recheckPrice(band, { side: 'long', best })).toBe(price('96.666666667'))
    expect(recheckPrice(band, { side: 'short', best })).toBe(price('104.366666666'))
  })

  it('never rechecks below 0, and rechecks at the price itself when the band has no worth', () => {
    const wide = { slack: 10n ** 20n, worth: 10n ** 17n }
    expect(recheckPrice(wide, { side: 'long', best })).toBe(0n)
    const none = { slack: 100n, worth: 0n }
    expect(recheckPrice(none, { side: 'long', best })).toBe(best.bid)
    expect(recheckPrice(none, { side: 'short', best })).toBe(best.ask)
  })
})

/**
 * Guarantee of the recheck prices: a liquidatable account has reached at least one of them, whatever path its markets
 * took.
 */
describe('every liquidation passes a recheck price', () => {
  it.each([1, 2, 3])('over 3,000 random accounts and moves (seed %d)', (seed) => {
    const random = seededRandom(seed)
    let closedOut = 0
    let quiet = 0
    for (let run = 0; run < 3000; run += 1) {
      const bestAt = (cents: number) => ({
        bid: (BigInt(cents) * 10_000_000n) as Price,
        ask: (BigInt(cents + 1) * 10_000_000n) as Price,
      })
      const markets = Array.from({ length: random.whole(1, 3) }, () => random.whole(500, 500_000))
      const open = Array.from({ length: random.whole(1, 6) }, () => {
        const market = random.whole(0, markets.length - 1)
        const side = random.pick(['long', 'short'] as const)
        const opened = bestAt(markets[market] ?? 1)
        const openPrice = side === 'long' ? opened.ask : opened.bid
        return { market, side, openPrice, quantity: BigInt(random.whole(1, 10 ** 9)) as Quantity }
      })
      const needed = open.reduce(
        (sum, position) => sum + margin(position.quantity, position.openPrice, 10),
        0n,
      ) as Usdt
      const balance = (needed + (needed * BigInt(random.whole(0, 100))) / 50n) as Usdt
      const profitAt = (prices: readonly number[]) =>
        open.reduce(
          (sum, position) =>
            sum + unrealizedPnl(position, closingPrice(position.side, bestAt(prices[position.market] ?? 1))),
          0n,
        ) as Usdt
      const before = { balance, margin: needed, profit: profitAt(markets) }
      if (isLiquidatable(before)) continue
      const band = liquidationBand(
        before,
        open.map((position) => ({ ...position, best: bestAt(markets[position.market] ?? 1) })),
      )
      const movedMarkets = markets.map((cents) =>
        Math.max(1, Math.round(cents * (1 + (random.next() - 0.5) * 0.4))),
      )
      const reached = open.some((position) => {
        const at = recheckPrice(band, {
          side: position.side,
          best: bestAt(markets[position.market] ?? 1),
        })
        return isReached(
          { ...conditionOf(position.side, 'closeOut'), price: at },
          bestAt(movedMarkets[position.market] ?? 1),
        )
      })
      if (isLiquidatable({ ...before, profit: profitAt(movedMarkets) })) {
        closedOut += 1
        expect(reached).toBe(true)
      } else if (!reached) quiet += 1
    }
    expect(closedOut).toBeGreaterThan(100)
    expect(quiet).toBeGreaterThan(100)
  })
})
