import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '../money/units.ts'
import {
  adverseLiquidationPrice,
  availableBalance,
  liquidationPrice,
  lossAtLiquidation,
  marginLevel,
  maxLoss,
  maxTransferOut,
} from './account.ts'
import { type Position, type PositionSide, unrealizedPnl } from './rules.ts'

const position = (side: PositionSide, coins: string, openPrice: string): Position => ({
  side,
  quantity: quantity(coins),
  openPrice: price(openPrice),
})
const btc = position('long', '0.6', '65702.10')
const eth = position('short', '0.2', '2318.40')
const sol = position('long', '2', '96.42')
const account = {
  balance: usdt('2316.308'),
  margin: usdt('2102.367'),
  hold: usdt('65.727'),
  profit: usdt('255.492'),
}

describe('the reference account', () => {
  it('has a margin level of 122.32 % and 148.214 USDT available', () => {
    expect(marginLevel(account)).toBe(12232n)
    expect(availableBalance(account)).toBe(usdt('148.214'))
  })

  it('has one liquidation price per market', () => {
    const { balance, margin } = account
    const at = (positions: Position[], otherProfit: string) =>
      liquidationPrice({ balance, margin, positions, otherProfit: usdt(otherProfit) })
    expect(at([btc], '-0.492')).toBe(price('63594.379166667'))
    expect(at([eth], '257.244')).toBe(price('9930.2425'))
    expect(at([sol], '254.232')).toBeNull()
  })

  it('shows the liquidation price, the loss there and the worst case for 11 more lots', () => {
    const order = position('long', '0.011', '65850')
    const openFee = usdt('0.362175')
    const liquidation = liquidationPrice({
      balance: usdt('2315.945825'),
      margin: usdt('2174.802'),
      otherProfit: usdt('-0.492'),
      positions: [btc, order],
    })
    expect(liquidation).toBe(price('63694.856260230'))
    const lost = lossAtLiquidation(
      {
        balance: account.balance,
        openFee,
        otherProfit: usdt('-0.492'),
        positions: [
          { ...btc, feeRatePpm: 500 },
          { ...order, feeRatePpm: 500 },
        ],
      },
      liquidation ?? (0n as Price),
    )
    // At the liquidation price half of the margin of 2,174.802 is left. Closing costs another 19.45877858. Every
    // position rounds against the wallet.
    expect(lost).toBe(account.balance - usdt('1087.401') + usdt('19.4587786'))
    const worst = maxLoss({ balance: account.balance, positions: [btc, order], openFee })
    expect(worst).toBe(account.balance)
  })
})

describe('available balance and maximum transfer', () => {
  it('a floating loss lowers the available balance, a floating profit does not raise it', () => {
    expect(availableBalance({ ...account, profit: usdt('-100') })).toBe(usdt('48.214'))
    expect(availableBalance({ ...account, profit: usdt('-1000') })).toBe(0n)
  })

  it('without open orders the full free balance can be transferred', () => {
    expect(maxTransferOut({ ...account, margin: usdt('0'), profit: usdt('0') })).toBe(usdt('2250.581'))
  })

  it('keeps the margin level at 200 % to the unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 13n),
        fc.bigInt(1n, 10n ** 13n),
        fc.bigInt(0n, 10n ** 12n),
        fc.bigInt(-(10n ** 13n), 10n ** 13n),
        (free, margin, hold, profit) => {
          const all = { balance: free + margin + hold, margin, hold, profit }
          const figures = all as typeof account
          const max = maxTransferOut(figures)
          expect(max >= 0n && max <= availableBalance(figures) && max <= free).toBe(true)
          const after = (remaining: bigint) => (all.balance - remaining + profit) * 100n >= margin * 200n
          if (max > 0n) expect(after(max)).toBe(true)
          if (max < availableBalance(figures)) expect(after(max + 1n)).toBe(false)
        },
      ),
    )
  })
})

describe('liquidation price', () => {
  const anyPosition = fc
    .record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      quantity: fc.bigInt(10n ** 5n, 10n ** 11n).map((units) => units as Quantity),
      openPrice: fc.bigInt(10n ** 9n, 10n ** 14n).map((units) => units as Price),
    })
    .map((position): Position => position)

  it('is the first price at which the margin level reaches 50 %', () => {
    fc.assert(
      fc.property(
        fc.array(anyPosition, { minLength: 1, maxLength: 4 }),
        fc.bigInt(0n, 10n ** 14n),
        fc.bigInt(1n, 10n ** 13n),
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        (positions, balance, margin, otherProfit) => {
          const net = positions.reduce((sum, p) => sum + (p.side === 'long' ? p.quantity : -p.quantity), 0n)
          const computed = liquidationPrice({
            positions,
            balance: balance as Usdt,
            margin: margin as Usdt,
            otherProfit: otherProfit as Usdt,
          })
          /** Twice the equity less the margin, exact to 17 decimals. Zero or negative means liquidated. */
          const slackAt = (at: bigint) => {
            const exact = positions.reduce((sum, p) => {
              const gained = p.side === 'long' ? at - p.openPrice : p.openPrice - at
              return sum + p.quantity * gained
            }, 0n)
            return ((balance + otherProfit) * 10n ** 9n + exact) * 2n - margin * 10n ** 9n
          }
          if (net === 0n) {
            expect(computed).toBeNull()
          } else if (computed === null) {
            expect(net > 0n && slackAt(0n) >= 0n).toBe(true)
          } else if (net > 0n) {
            expect(slackAt(computed) >= 0n && slackAt(computed - 1n) < 0n).toBe(true)
          } else if (computed > 1n) {
            expect(slackAt(computed) >= 0n && slackAt(computed + 1n) < 0n).toBe(true)
          } else {
            expect(slackAt(2n) < 0n).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('with no equity is null for long positions and any price for short positions', () => {
    const longPosition = { margin: usdt('10'), balance: usdt('105'), otherProfit: usdt('0') }
    expect(liquidationPrice({ ...longPosition, positions: [position('long', '1', '100')] })).toBeNull()
    const under = { ...longPosition, balance: usdt('0'), otherProfit: usdt('-95') }
    expect(liquidationPrice({ ...under, positions: [position('short', '1', '100')] })).toBe(1n)
  })

  it('is null for equal long and short quantities', () => {
    const both = [btc, { ...btc, side: 'short' as const }]
    expect(
      liquidationPrice({
        balance: account.balance,
        margin: account.margin,
        otherProfit: usdt('0'),
        positions: both,
      }),
    ).toBeNull()
  })
})

it('bounds only the side with the larger quantity', () => {
  const input = { balance: account.balance, margin: account.margin, otherProfit: usdt('0') }
  const half = position('short', '0.3', '65702.10')
  const bought = { ...input, positions: [btc, half] }
  const sold = {
    ...input,
    positions: [
      { ...btc, side: 'short' as const },
      { ...half, side: 'long' as const },
    ],
  }
  expect(adverseLiquidationPrice('long', bought)).toBe(liquidationPrice(bought))
  expect(adverseLiquidationPrice('short', bought)).toBeNull()
  expect(adverseLiquidationPrice('short', sold)).toBe(liquidationPrice(sold))
  expect(adverseLiquidationPrice('long', sold)).toBeNull()
  expect(
    adverseLiquidationPrice('long', { ...input, positions: [btc, { ...btc, side: 'short' }] }),
  ).toBeNull()
})

describe('losses', () => {
  it('liquidation costs the loss of all positions in the market and their closing fees', () => {
    const at = price('63594.379166667')
    const input = { balance: usdt('5000'), openFee: usdt('0'), otherProfit: usdt('10') }
    const longPosition = { ...btc, feeRatePpm: 500 }
    const loss = lossAtLiquidation({ ...input, positions: [longPosition] }, at)
    expect(loss).toBe(usdt('19.07831376') - usdt('10') - unrealizedPnl(btc, at))
    // Equal long and short quantities lose only their fees and one unit to rounding.
    const both = [longPosition, { ...longPosition, side: 'short' as const }]
    expect(lossAtLiquidation({ ...input, otherProfit: usdt('0'), positions: both }, at)).toBe(
      2n * usdt('19.07831376') + 1n,
    )
  })

  it('keeps the loss at the liquidation price between 0 and the worst case', () => {
    const positions = fc.array(
      fc.record({
        side: fc.constantFrom<PositionSide>('long', 'short'),
        quantity: fc.bigInt(1n, 10n ** 12n).map((units) => units as Quantity),
        openPrice: fc.bigInt(1n, 10n ** 15n).map((units) => units as Price),
        feeRatePpm: fc.integer({ min: 0, max: 2_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    const amount = fc.bigInt(0n, 10n ** 15n).map((units) => units as Usdt)
    fc.assert(
      fc.property(positions, amount, amount, (open, balance, openFee) => {
        const margin = (balance / 2n) as Usdt
        const nothing = usdt('0')
        const liquidation = liquidationPrice({ balance, margin, otherProfit: nothing, positions: open })
        if (liquidation === null) return
        const input = { balance, openFee, otherProfit: nothing, positions: open }
        const lost = lossAtLiquidation(input, liquidation)
        expect(lost >= 0n && lost <= maxLoss({ balance, openFee, positions: open })).toBe(true)
      }),
    )
  })

  it('a long position loses at most its notional, a short position the full wallet', () => {
    const openFee = usdt('0.362175')
    const small = position('long', '0.011', '65850')
    expect(maxLoss({ balance: usdt('5000'), positions: [small], openFee })).toBe(usdt('724.712175'))
    expect(maxLoss({ balance: usdt('500'), positions: [small], openFee })).toBe(usdt('500'))
    expect(maxLoss({ balance: usdt('5000'), positions: [small, eth], openFee })).toBe(usdt('5000'))
  })

  it('the margin level without margin is null', () => {
    expect(marginLevel({ balance: usdt('5'), margin: usdt('0'), profit: usdt('0') })).toBeNull()
    expect(marginLevel({ balance: usdt('5'), margin: usdt('10'), profit: usdt('-0.00000001') })).toBe(4999n)
  })
})
