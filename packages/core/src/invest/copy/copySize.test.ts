import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { margin, notional, quantityOf, tradingFee } from '../../contracts/rules.ts'
import { type Price, price, quantity, type Usdt, usdt } from '../../money/units.ts'
import { type CopyMarketTerms, type CopySizeInput, copiedCloseLots, copySize, copyStops } from './copySize.ts'

const terms: CopyMarketTerms = {
  lot: quantity('0.001'),
  minLots: 1,
  stepLots: 1,
  leverages: [2, 5, 10, 20],
  feeRatePpm: 500,
}
const limits = { minLeadEquity: usdt('1000'), maxLeverage: 10, maxGrossMultiple: 5 }
const input: CopySizeInput = {
  leadLots: 40,
  leadLeverage: 10,
  leadEquity: usdt('2500'),
  poolEquity: usdt('5190.923'),
  openNotional: usdt('0'),
  available: usdt('5000'),
  price: price('64350.20'),
}

describe('copySize', () => {
  it('buys 83 lots for a pool of 5190.923 when a lead with 2500 buys 40', () => {
    expect(copySize(input, limits, terms)).toEqual({
      skipped: null,
      lots: 83,
      leverage: 10,
      isReduced: false,
    })
  })

  it('copies no lead without equity, whatever the minimum is', () => {
    const none = { ...limits, minLeadEquity: usdt('0') }
    expect(copySize({ ...input, leadEquity: usdt('0') }, none, terms)).toEqual({
      skipped: 'leadBelowMinimum',
    })
    expect(copySize({ ...input, leadEquity: usdt('-1') }, none, terms)).toEqual({
      skipped: 'leadBelowMinimum',
    })
    expect(copySize({ ...input, leadEquity: usdt('1000') }, limits, terms)).toMatchObject({ skipped: null })
  })

  it('keeps a remainder of whole steps that reaches the minimum', () => {
    // 15 lots at least in steps of 10 are 20: of 50 lots 30 may close, never 35 or 40.
    const coarse = { minLots: 15, stepLots: 10 }
    expect(copiedCloseLots({ copyLots: 50, closedLots: 9, heldLots: 10 }, coarse)).toBe(30)
    expect(copiedCloseLots({ copyLots: 30, closedLots: 9, heldLots: 10 }, coarse)).toBe(0)
  })

  it('rounds down to the step', () => {
    expect(copySize(input, limits, { ...terms, stepLots: 10 })).toMatchObject({ lots: 80, isReduced: false })
  })

  it('uses the highest leverage of the market that neither lead nor product exceeds', () => {
    expect(copySize({ ...input, leadLeverage: 5 }, limits, terms)).toMatchObject({ leverage: 5 })
    expect(copySize({ ...input, leadLeverage: 20 }, limits, terms)).toMatchObject({ leverage: 10 })
    expect(copySize(input, { ...limits, maxLeverage: 8 }, terms)).toMatchObject({ leverage: 5 })
    expect(copySize(input, { ...limits, maxLeverage: 1 }, terms)).toEqual({ skipped: 'leverage' })
  })

  it('reduces to five times the equity in gross notional', () => {
    // 5 × 5190.923 − 21000 = 4954.615; 76 lots are 4890.6152, 77 would be 4954.9654.
    const full = { ...input, openNotional: usdt('21000') }
    expect(copySize(full, limits, terms)).toMatchObject({ lots: 76, isReduced: true })
    expect(copySize({ ...input, openNotional: usdt('30000') }, limits, terms)).toEqual({
      skipped: 'tooSmall',
    })
  })

  it('reduces to the free margin with the fee', () => {
    // One lot needs 6.43502 of margin and 0.0321751 of fee: 15 lots need 97.0079265.
    const poor = { ...input, available: usdt('97.0079265') }
    expect(copySize(poor, limits, terms)).toMatchObject({ lots: 15, isReduced: true })
    expect(copySize({ ...input, available: usdt('97.0079264') }, limits, terms)).toMatchObject({ lots: 14 })
  })

  it('skips what is below the minimum of the market', () => {
    expect(copySize(input, limits, { ...terms, minLots: 84 })).toEqual({ skipped: 'tooSmall' })
    expect(copySize(input, limits, { ...terms, minLots: 83 })).toMatchObject({ lots: 83 })
    expect(copySize({ ...input, poolEquity: usdt('62') }, limits, terms)).toEqual({ skipped: 'tooSmall' })
    expect(copySize({ ...input, poolEquity: usdt('-5') }, limits, terms)).toEqual({ skipped: 'tooSmall' })
  })

  it('skips a lead below the minimum equity', () => {
    expect(copySize({ ...input, leadEquity: usdt('999.99999999') }, limits, terms)).toEqual({
      skipped: 'leadBelowMinimum',
    })
    expect(copySize({ ...input, leadEquity: usdt('1000') }, limits, terms)).toMatchObject({ lots: 207 })
  })

  it('opens the largest number of lots within ratio, notional and margin', () => {
    const cents = fc.bigInt({ min: 0n, max: 2_000_000n }).map((units) => (units * 1_000_000n) as Usdt)
    const arbitrary = fc.record({
      leadLots: fc.integer({ min: 1, max: 400 }),
      leadEquity: cents.map((units) => (units + limits.minLeadEquity) as Usdt),
      poolEquity: cents,
      openNotional: cents.map((units) => (units * 3n) as Usdt),
      available: cents,
      price: fc.bigInt({ min: 1n, max: 70_000n }).map((units) => (units * 1_000_000_001n) as Price),
      minLots: fc.integer({ min: 1, max: 12 }),
      stepLots: fc.integer({ min: 1, max: 7 }),
    })
    fc.assert(
      fc.property(arbitrary, ({ minLots, stepLots, ...change }) => {
        const question = { ...input, ...change }
        const isAllowed = (lots: number) => {
          const coins = quantityOf(lots, terms.lot)
          const cost = margin(coins, question.price, 10) + tradingFee(coins, question.price, 500)
          return (
            BigInt(lots) * question.leadEquity <= BigInt(question.leadLots) * question.poolEquity &&
            notional(coins, question.price) + question.openNotional <= 5n * question.poolEquity &&
            cost <= question.available
          )
        }
        const size = copySize(question, limits, { ...terms, minLots, stepLots })
        const lots = size.skipped === null ? size.lots : 0
        if (lots > 0) expect(isAllowed(lots) && lots % stepLots === 0 && lots >= minLots).toBe(true)
        const next = lots === 0 ? Math.ceil(minLots / stepLots) * stepLots : lots + stepLots
        expect(isAllowed(next)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('copiedCloseLots', () => {
  const one = { minLots: 1, stepLots: 1 }

  it('closes the same share, rounded down', () => {
    expect(copiedCloseLots({ copyLots: 83, closedLots: 15, heldLots: 40 }, one)).toBe(31)
    expect(
      copiedCloseLots({ copyLots: 80, closedLots: 15, heldLots: 40 }, { minLots: 10, stepLots: 10 }),
    ).toBe(30)
  })

  it('closes all when the lead closes all', () => {
    expect(copiedCloseLots({ copyLots: 83, closedLots: 40, heldLots: 40 }, one)).toBe(83)
    expect(copiedCloseLots({ copyLots: 5, closedLots: 40, heldLots: 40 }, { minLots: 6, stepLots: 6 })).toBe(
      5,
    )
  })

  it('closes nothing while the share is below the minimum', () => {
    expect(copiedCloseLots({ copyLots: 2, closedLots: 1, heldLots: 40 }, one)).toBe(0)
    expect(copiedCloseLots({ copyLots: 3, closedLots: 1, heldLots: 2 }, { minLots: 2, stepLots: 1 })).toBe(0)
  })

  it('keeps a remainder that the market allows', () => {
    expect(copiedCloseLots({ copyLots: 6, closedLots: 9, heldLots: 10 }, { minLots: 2, stepLots: 1 })).toBe(4)
    expect(copiedCloseLots({ copyLots: 3, closedLots: 9, heldLots: 10 }, { minLots: 2, stepLots: 1 })).toBe(0)
  })
})

describe('copyStops', () => {
  const copy = {
    side: 'long' as const,
    openPrice: price('64000'),
    liquidationPrice: price('60000'),
    targetProfit: price('65000'),
    stopLoss: price('63000'),
    step: price('0.01'),
  }

  it('keeps stops that pass', () => {
    expect(copyStops(copy)).toEqual({ targetProfit: price('65000'), stopLoss: price('63000') })
  })

  it('drops each stop alone that the copy may not have', () => {
    expect(copyStops({ ...copy, targetProfit: price('64000') })).toEqual({
      targetProfit: null,
      stopLoss: price('63000'),
    })
    expect(copyStops({ ...copy, stopLoss: price('59999') })).toEqual({
      targetProfit: price('65000'),
      stopLoss: null,
    })
    expect(copyStops({ ...copy, side: 'short' })).toEqual({ targetProfit: null, stopLoss: null })
  })
})
