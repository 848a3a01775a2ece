import { maxLots, quantityOf } from '@glasshouse/core/contracts/rules'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotsAtPercent, type TicketInput, type TradingAccount, ticketView } from './ticket.ts'

const lot = quantity('0.001')
const terms = { lot, minLots: 1, stepLots: 1, feeRatePpm: 500 }
const zero = 0n as Usdt
const empty: TradingAccount = {
  account: {
    balance: usdt('148.214'),
    margin: zero,
    hold: zero,
    profit: zero,
    available: usdt('148.214'),
    marginLevel: null,
  },
  bonus: zero,
  here: [],
  elsewhere: [],
  otherProfit: zero,
}
const input: TicketInput = {
  side: 'long',
  mode: 'market',
  leverage: 10,
  priceText: '',
  profitText: '',
  lossText: '',
  scale: 2,
  stopUnit: 'price',
  sizeText: '11',
  unit: 'lots',
  terms,
  best: { bid: price('65849.99'), ask: price('65850') },
  holder: empty,
  maxNotional: null,
}

describe('ticketView', () => {
  it('computes the figures of the design mockup', () => {
    const view = ticketView({
      ...input,
      holder: {
        ...empty,
        account: {
          balance: usdt('2316.308'),
          margin: usdt('2102.367'),
          hold: usdt('65.727'),
          profit: usdt('255.492'),
          available: usdt('148.214'),
          marginLevel: 12_232n,
        },
        here: [
          { side: 'long', quantity: quantityOf(600, lot), openPrice: price('65702.1'), feeRatePpm: 500 },
        ],
        otherProfit: usdt('-0.492'),
      },
    })
    expect(view.problem).toBeNull()
    expect(view.openable).toBe(22)
    expect(view.costs).toMatchObject({
      quantity: quantity('0.011'),
      notional: usdt('724.35'),
      margin: usdt('72.435'),
      fee: usdt('0.362175'),
      liquidationPrice: price('63694.85626023'),
      worst: usdt('2316.308'),
      lossThere: usdt('1248.3657786'),
    })
  })

  it('ends at the largest notional that passes the caps, whatever the balance', () => {
    // 11 lots are 724.35, and the balance pays 22.
    const capped = { ...input, maxNotional: usdt('724.35') }
    expect(ticketView(capped)).toMatchObject({ problem: null, openable: 11 })
    expect(ticketView({ ...capped, maxNotional: usdt('724.34999999') })).toMatchObject({
      problem: { kind: 'tooLarge', max: usdt('724.34999999') },
      openable: 10,
    })
    expect(ticketView({ ...input, maxNotional: usdt('99999999') })).toMatchObject({
      problem: null,
      openable: 22,
    })
    expect(ticketView({ ...input, maxNotional: zero })).toMatchObject({ openable: 0 })
  })

  it('has no risk figures for an order that cannot be paid', () => {
    const { costs, problem } = ticketView({ ...input, sizeText: '999999' })
    expect(problem?.kind).toBe('balanceLow')
    expect(costs).toMatchObject({ affordable: false, liquidationPrice: null, lossThere: null, worst: null })
    expect(ticketView(input).costs).toMatchObject({ affordable: true })
    expect(ticketView({ ...input, holder: null }).costs).toMatchObject({ affordable: null })
  })

  it('returns both losses of the whole wallet, and the nearer one is never larger', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('long' as const, 'short' as const),
        fc.integer({ min: 500, max: 5_000 }),
        (otherLots, lots, side, balance) => {
          const money = usdt(String(balance))
          const here = [
            {
              side: 'long' as const,
              quantity: quantityOf(otherLots, lot),
              openPrice: price('66000'),
              feeRatePpm: 500,
            },
          ]
          const account = { ...empty.account, balance: money, available: money }
          const { costs } = ticketView({
            ...input,
            side,
            leverage: 20,
            sizeText: String(lots),
            holder: { ...empty, account, here },
          })
          if (costs?.lossThere == null || costs.worst === null) return
          expect(costs.lossThere <= costs.worst).toBe(true)
        },
      ),
    )
  })

  it('deducts bonus credit from the fee, except for a resting order', () => {
    const holder = { ...empty, bonus: usdt('0.3') }
    expect(ticketView({ ...input, holder }).costs).toMatchObject({
      fee: usdt('0.362175'),
      feeFromBonus: usdt('0.3'),
      needed: usdt('72.497175'),
    })
    const resting = { mode: 'fixed' as const, priceText: '60000' }
    expect(ticketView({ ...input, ...resting, holder }).costs).toMatchObject({ feeFromBonus: 0n })
  })

  it('buys at the ask and sells at the bid', () => {
    expect(ticketView(input).price).toBe(price('65850'))
    expect(ticketView({ ...input, side: 'short' }).price).toBe(price('65849.99'))
  })

  it('returns why it cannot be sent', () => {
    const problem = (change: Partial<TicketInput>) => ticketView({ ...input, ...change }).problem
    expect(problem({ sizeText: '' })).toEqual({ kind: 'empty' })
    expect(problem({ sizeText: '  ' })).toEqual({ kind: 'empty' })
    expect(problem({ sizeText: '1.5' })).toEqual({ kind: 'notWhole' })
    expect(problem({ sizeText: '-1' })).toEqual({ kind: 'notWhole' })
    expect(problem({ sizeText: '0' })).toEqual({ kind: 'limits', min: 1, step: 1 })
    expect(problem({ terms: { ...terms, minLots: 5, stepLots: 5 } })).toEqual({
      kind: 'limits',
      min: 5,
      step: 5,
    })
    expect(problem({ best: null, sizeText: '' })).toEqual({ kind: 'noPrice' })
    expect(problem({ sizeText: '23' })).toEqual({ kind: 'balanceLow', needed: usdt('152.212275') })
    expect(problem({})).toBeNull()
  })

  it('shows price and costs to a visitor, without account figures', () => {
    const view = ticketView({ ...input, holder: null })
    expect(view.openable).toBeNull()
    expect(view.costs).toMatchObject({
      margin: usdt('72.435'),
      liquidationPrice: null,
      lossThere: null,
      worst: null,
    })
  })

  it('accepts exactly the maximum number of lots', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(2, 5, 10, 20),
        (balance, leverage) => {
          const available = usdt(String(balance))
          const holder = { ...empty, account: { ...empty.account, balance: available, available } }
          const openable = maxLots({ available, bonus: zero, price: price('65850'), leverage }, terms)
          const view = (lots: number) => ticketView({ ...input, leverage, holder, sizeText: String(lots) })
          if (openable > 0) expect(view(openable).problem).toBeNull()
          expect(view(openable + 1).problem?.kind).toBe('balanceLow')
        },
      ),
    )
  })
})

describe('a limit order', () => {
  const fixed: TicketInput = { ...input, mode: 'fixed', priceText: '65400', sizeText: '10' }

  it('rests below the market and is calculated at its own price', () => {
    expect(ticketView(fixed)).toMatchObject({
      price: price('65400'),
      sentPrice: price('65400'),
      rests: true,
      problem: null,
      costs: { margin: usdt('65.4'), fee: usdt('0.327'), needed: usdt('65.727') },
    })
  })

  it('fills at once at the better price when the market has reached it', () => {
    for (const priceText of ['65850', '66000'])
      expect(ticketView({ ...fixed, priceText })).toMatchObject({
        price: price('65850'),
        sentPrice: price(priceText),
        rests: false,
      })
    const sell = { ...fixed, side: 'short' as const }
    expect(ticketView({ ...sell, priceText: '65849.99' })).toMatchObject({ rests: false })
    expect(ticketView({ ...sell, priceText: '65850' })).toMatchObject({ rests: true })
  })

  it('requires a valid price and shows costs even while the feed is stale', () => {
    const problem = (priceText: string) => ticketView({ ...fixed, priceText }).problem
    for (const text of ['', '0', 'x', '65,400', '65400.001', '-1', '1e5'])
      expect(problem(text), text).toEqual({ kind: 'wrongPrice' })
    const silent = ticketView({ ...fixed, best: null })
    expect(silent.problem).toEqual({ kind: 'noPrice' })
    expect(silent.costs?.margin).toBe(usdt('65.4'))
  })

  it('holds the full fee, because bonus credit is used only when the order opens', () => {
    const holder = { ...empty, bonus: usdt('5') }
    expect(ticketView({ ...fixed, holder }).costs?.needed).toBe(usdt('65.727'))
    expect(ticketView({ ...fixed, holder, priceText: '65850' }).costs?.needed).toBe(usdt('65.85'))
  })
})

describe('stops in the ticket', () => {
  it('return the violated rule and an allowed price', () => {
    const view = ticketView({ ...input, profitText: '65000', lossText: '66000' })
    expect(view.problem).toEqual({ kind: 'stops' })
    expect(view.stops.profit.fault).toEqual({
      kind: 'wrongSide',
      rule: 'buyProfit',
      passes: price('65850.01'),
      text: '65850.01',
    })
    expect(view.stops.loss.fault).toEqual({
      kind: 'wrongSide',
      rule: 'buyLoss',
      passes: price('65849.99'),
      text: '65849.99',
    })
  })

  it('are validated against the limit price; blank and 0 mean not set', () => {
    const fixed: TicketInput = { ...input, mode: 'fixed', priceText: '65400', sizeText: '1' }
    expect(ticketView({ ...fixed, profitText: '65500', lossText: '0' }).problem).toBeNull()
    expect(ticketView({ ...fixed, profitText: '', lossText: '65500' }).problem).toEqual({ kind: 'stops' })
  })
})

describe('a size in coins or USDT', () => {
  it('sends whole lots, and the costs are those of the lots', () => {
    const costs = { quantity: quantity('0.011'), notional: usdt('724.35'), margin: usdt('72.435') }
    expect(ticketView({ ...input, unit: 'coin', sizeText: '0.0119' })).toMatchObject({ lots: 11, costs })
    expect(ticketView({ ...input, unit: 'usdt', sizeText: '780' })).toMatchObject({ lots: 11, costs })
    expect(ticketView({ ...input, unit: 'usdt', sizeText: '724.34999999' }).lots).toBe(10)
  })

  it('is refused when it does not reach the smallest order, or cannot be read', () => {
    const problem = (change: Partial<TicketInput>) => ticketView({ ...input, ...change }).problem
    expect(problem({ unit: 'coin', sizeText: '0.0009' })).toEqual({ kind: 'limits', min: 1, step: 1 })
    expect(problem({ unit: 'usdt', sizeText: '65' })).toEqual({ kind: 'limits', min: 1, step: 1 })
    for (const sizeText of ['x', '-1', '1e3', '0.000000001'])
      expect(problem({ unit: 'coin', sizeText }), sizeText).toEqual({ kind: 'wrongSize' })
    expect(problem({ unit: 'usdt', sizeText: ' ' })).toEqual({ kind: 'empty' })
  })

  it('says whether the wallet or a cap of the market ends the size', () => {
    expect(ticketView({ ...input, maxNotional: usdt('724.35') })).toMatchObject({
      openable: 11,
      isCapped: true,
    })
    expect(ticketView({ ...input, maxNotional: usdt('99999999') })).toMatchObject({
      openable: 22,
      isCapped: false,
    })
  })
})

describe('stops as percent of the margin or as an amount', () => {
  const sized = { ...input, mode: 'fixed' as const, priceText: '65400', sizeText: '10' }

  it('become prices on the step of the market, with their profit and loss', () => {
    const percent = ticketView({ ...sized, stopUnit: 'percent', profitText: '20', lossText: '15' })
    // The margin is 65.4: 20 % are 13.08 of 0.01 BTC, and 15 % are 9.81.
    expect(percent.stops).toMatchObject({
      fine: true,
      profit: { price: price('66708'), pnl: usdt('13.08'), share: 2_000n },
      loss: { price: price('64419'), pnl: usdt('-9.81'), share: -1_500n },
    })
    const amount = ticketView({ ...sized, stopUnit: 'amount', profitText: '13.08', lossText: '-9.81' })
    expect(amount.stops.profit.price).toBe(price('66708'))
    expect(amount.stops.loss.price).toBe(price('64419'))
  })

  it('follow leverage and size', () => {
    const at = (change: Partial<TicketInput>) =>
      ticketView({ ...sized, stopUnit: 'percent', profitText: '20', ...change }).stops.profit.price
    expect(at({ leverage: 20 })).toBe(price('66054'))
    expect(at({ sizeText: '5' })).toBe(price('66708'))
  })

  it('are refused when they cannot be read, and have no price without a size', () => {
    const faults = (profitText: string) =>
      ticketView({ ...sized, stopUnit: 'amount', profitText }).stops.profit.fault
    for (const text of ['x', '-5', '1,000']) expect(faults(text), text).toEqual({ kind: 'notAmount' })
    expect(faults('0')).toBeNull()
    const unsized = ticketView({ ...sized, sizeText: '', stopUnit: 'percent', profitText: '20' })
    expect(unsized.stops.profit).toEqual({ price: null, fault: null, pnl: null, share: null })
    expect(unsized.problem).toEqual({ kind: 'empty' })
    const short = { ...sized, side: 'short' as const, priceText: '66000' }
    expect(ticketView({ ...short, stopUnit: 'amount', profitText: '700' }).stops.profit.fault).toEqual({
      kind: 'unreachable',
    })
  })
})

describe('lotsAtPercent', () => {
  it('rounds a share down to an allowed number of lots', () => {
    expect(lotsAtPercent(22, 25, terms)).toBe(5)
    expect(lotsAtPercent(22, 100, terms)).toBe(22)
    expect(lotsAtPercent(22, 50, { minLots: 2, stepLots: 4 })).toBe(8)
    expect(lotsAtPercent(3, 25, terms)).toBe(0)
  })
})
