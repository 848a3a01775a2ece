import {
  formatDecimal,
  formatPrice,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '@glasshouse/core/money/units'
import { validateStake } from '@glasshouse/core/options/checks'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotsAtPercent } from '../components/contract/ticket/ticket.ts'
import { tpSlView } from '../components/contract/tpSl.ts'
import { validateTransfer } from '../components/transferPlan.ts'
import { allToSend, validateInternalTransfer } from './account/sending.ts'
import { allToSell, quoteConversion } from './assets/exchangePlan.ts'
import { depositOptions, nearestDeposit, validateDeposit } from './money/deposit/depositPlan.ts'
import { nearestMoney, validateReport } from './money/deposit/report.ts'
import { allOf, withdrawalView } from './money/withdraw/plan.ts'
import { optionTicketView, presets, stepped } from './options/ticket/box.ts'

/** Amounts near the limits of every form, whole and fractional. */
const amount = fc.oneof(
  fc.bigInt(0n, 200n).map((whole) => whole * 100_000_000n),
  fc.bigInt(0n, 200n * 100_000_000n),
) as fc.Arbitrary<Usdt>
const text = amount.map(formatUsdt)

describe('a suggested value satisfies the rule of its form', () => {
  it('for a withdrawal', () => {
    const quotes = fc.record({ min: amount, max: amount, capLeft: fc.option(amount), available: amount })
    fc.assert(
      fc.property(quotes, text, (limits, typed) => {
        const quote = { ...limits, hasDestination: true, pause: null }
        const { obstacle, fix } = withdrawalView(quote, typed)
        if (obstacle === null) expect(fix).toBeNull()
        for (const suggested of [fix, allOf(quote)])
          if (suggested !== null) expect(withdrawalView(quote, suggested).obstacle).toBeNull()
      }),
    )
  })

  it('for a withdrawal below the minimum', () => {
    const quote = {
      ...{ hasDestination: true, pause: null, capLeft: null },
      ...{ min: usdt('50'), max: usdt('50000'), available: usdt('9000.5') },
    }
    expect(withdrawalView(quote, '12.5')).toEqual({ obstacle: 'notWhole', costs: null, fix: '50' })
    expect(withdrawalView({ ...quote, available: usdt('49.9') }, '12.5').fix).toBeNull()
  })

  it('for a deposit', () => {
    const channels = fc.record({ min: amount, max: amount, options: fc.array(amount) })
    fc.assert(
      fc.property(channels, text, (limits, typed) => {
        const channel = { ...limits, code: 'card', name: 'Card' }
        const near = nearestDeposit(channel, validateDeposit(channel, typed).obstacle)
        for (const suggested of [
          ...(near === null ? [] : [near]),
          ...depositOptions(channel).map(formatUsdt),
        ])
          expect(validateDeposit(channel, suggested).obstacle).toBeNull()
      }),
    )
  })

  it('for a deposit whose limits are nothing', () => {
    const channel = { min: 0n as Usdt, max: 0n as Usdt, options: [0n as Usdt], code: 'card', name: 'Card' }
    expect(nearestDeposit(channel, validateDeposit(channel, '1').obstacle)).toBeNull()
    expect(depositOptions(channel)).toEqual([])
  })

  it('for a deposit report', () => {
    fc.assert(
      fc.property(fc.option(amount), fc.option(amount), text, (min, max, money) => {
        const mistakeOf = (typed: string) =>
          validateReport(1001, { money: typed, hash: '', from: '', url: null }, { min, max }).mistakes.money
        const near = nearestMoney(mistakeOf(money), { min, max })
        if (near !== null) expect(mistakeOf(near)).toBeUndefined()
      }),
    )
  })

  it('for a transfer between wallets', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (free, margin, hold, loss) => {
        const info = { wallets: { wallet: 0n, contract: free, contract2: 0n, coin: 0n } }
        const account = { balance: (free + margin) as Usdt, margin, hold, profit: -loss as Usdt }
        const input = { info, from: 'contract', to: 'wallet', account } as Parameters<
          typeof validateTransfer
        >[0]
        const { all } = validateTransfer(input, '')
        if (all !== null) expect(validateTransfer(input, all).obstacle).toBeNull()
      }),
    )
  })

  it('for a transfer to another customer', () => {
    const form = { way: 'uid', uid: '10001', email: '', dialCode: '', number: '', password: 'x' } as const
    fc.assert(
      fc.property(amount, (has) => {
        const all = allToSend(has)
        if (all === null) expect(has).toBe(0n)
        else expect(validateInternalTransfer({ ...form, amount: all }, has).mistakes).toEqual({})
      }),
    )
  })

  it('for a coin sale', () => {
    fc.assert(
      fc.property(text, fc.bigInt(1n, 10n ** 12n), (amount, rate) => {
        const coin = { amount: quantity(amount), rate, isStale: false } as CoinBalance
        const all = allToSell(coin)
        if (all !== null) expect(quoteConversion(coin, all).obstacle).toBeNull()
      }),
    )
  })

  it('for the stake of an option, typed, stepped or preset', () => {
    const terms = fc.record({
      min: amount,
      max: amount,
      step: fc.bigInt(1n, 2_000_000_000n) as fc.Arbitrary<Usdt>,
    })
    fc.assert(
      fc.property(terms, amount, text, (stakes, free, stakeText) => {
        const view = (typed: string) =>
          optionTicketView({
            stakeText: typed,
            choice: { seconds: 60, percent: 80 },
            stakes,
            free,
            openCount: 0,
            hasPrice: true,
          }).problem
        const problem = view(stakeText)
        const nearest = problem && 'nearest' in problem ? problem.nearest : null
        if (nearest !== null && nearest > 0n) expect(view(formatUsdt(nearest))).toBeNull()
        for (const preset of presets(stakes)) expect(validateStake(preset, stakes)).toBeNull()
        const next = stepped(stakeText, stakes, 1n)
        if (presets(stakes).length > 0) expect(validateStake(next, stakes)).toBeNull()
      }),
    )
  })

  it('for a stop of a position', () => {
    const at = fc.bigInt(1n, 10n ** 13n) as fc.Arbitrary<Price>
    const inputs = fc.record({
      side: fc.constantFrom('long' as const, 'short' as const),
      openPrice: at,
      liquidationPrice: fc.option(at),
      scale: fc.integer({ min: 0, max: 9 }),
      unit: fc.constantFrom('price' as const, 'percent' as const, 'amount' as const),
      basis: fc.record({
        quantity: fc.bigInt(1n, 10n ** 12n) as fc.Arbitrary<Quantity>,
        margin: fc.bigInt(1n, 10n ** 13n) as fc.Arbitrary<Usdt>,
      }),
    })
    fc.assert(
      fc.property(inputs, at, at, (position, profit, loss) => {
        const step = 10n ** BigInt(9 - position.scale)
        const typed = (units: bigint) =>
          position.unit === 'price' ? formatPrice(units - (units % step)) : formatDecimal(units, 2)
        const texts = { profitText: typed(profit), lossText: typed(loss) }
        const view = tpSlView({ ...position, ...texts })
        for (const [which, field] of [
          ['profit', 'profitText'],
          ['loss', 'lossText'],
        ] as const) {
          const { fault } = view[which]
          if (fault?.kind !== 'wrongSide' || fault.passes === null) continue
          const again = tpSlView({ ...position, ...texts, [field]: fault.text })
          expect(again[which]).toMatchObject({ price: fault.passes, fault: null })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('for a share of the maximum lots', () => {
    const terms = { minLots: 10, stepLots: 5 }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(25, 50, 75, 100),
        (openable, percent) => {
          const lots = lotsAtPercent(openable, percent, terms)
          expect(lots).toBeLessThanOrEqual(openable)
          if (lots > 0) expect([lots >= 10, (lots - 10) % 5]).toEqual([true, 0])
        },
      ),
    )
  })
})

it('suggests no stop loss if the liquidation price leaves no room', () => {
  const view = tpSlView({
    side: 'long',
    openPrice: price('100'),
    liquidationPrice: price('99.999'),
    profitText: '',
    lossText: '101',
    unit: 'price',
    basis: null,
    scale: 2,
  })
  expect(view.loss.fault).toMatchObject({ kind: 'wrongSide', passes: null })
  expect(usdt('0')).toBe(0n)
})
