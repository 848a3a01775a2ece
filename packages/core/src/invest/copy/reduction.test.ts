import { describe, expect, it } from 'vitest'
import { marginLevel } from '../../contracts/account.ts'
import { quantity, type Usdt, usdt } from '../../money/units.ts'
import { markets, position } from './pool.fixture.ts'
import { reduceBy, reducedLots, reduceFor, wholeSharePpm } from './reduction.ts'
import { poolValuation } from './units.ts'

const long = position(1, 1, 'long', 30, '64000', 1)
const account = { balance: usdt('5180.42'), positions: [long] }

/** A winning position of 1000 small lots beside a losing one that is a single large lot. */
const coarse = {
  account: {
    balance: usdt('1000'),
    positions: [
      { ...position(1, 2, 'long', 1_000, '3000', 10), lots: 1 },
      position(2, 1, 'long', 1_000, '63000', 100),
    ],
  },
  markets: {
    ...markets,
    lots: new Map([...markets.lots, [2, { lot: quantity('1'), minLots: 1, stepLots: 1 }]]),
  },
}

describe('reducedLots', () => {
  const one = { minLots: 1, stepLots: 1 }

  it('rounds the share up', () => {
    expect(reducedLots(83, 250_000, one)).toBe(21)
    expect(reducedLots(80, 250_000, one)).toBe(20)
    expect(reducedLots(1_000, 1, one)).toBe(1)
    expect(reducedLots(83, wholeSharePpm, one)).toBe(83)
  })

  it('rounds up to the step and to the minimum', () => {
    expect(reducedLots(80, 250_001, { minLots: 10, stepLots: 10 })).toBe(30)
    expect(reducedLots(80, 1, { minLots: 15, stepLots: 10 })).toBe(20)
  })

  it('closes all where the market would not allow the remainder', () => {
    expect(reducedLots(5, 400_001, { minLots: 3, stepLots: 1 })).toBe(5)
    expect(reducedLots(7, 900_000, one)).toBe(7)
    expect(reducedLots(7, 100_000, { minLots: 2, stepLots: 2 })).toBe(7)
  })
})

describe('reduceBy', () => {
  it('realizes PnL and fee of a whole close', () => {
    const reduction = reduceBy(account, markets, wholeSharePpm)
    expect(reduction.balance).toBe(usdt('5180.42') + usdt('10.503') - usdt('0.9652515'))
    expect(reduction.positions).toEqual([])
    expect(reduction.closings).toMatchObject([{ position: long, lots: 30, profit: usdt('10.503') }])
  })

  it('keeps the rest of a partial close with its margin and fee share', () => {
    const { balance, positions, closings } = reduceBy(account, markets, 333_334)
    // 30 lots × 0.333334 = 10.00002, so 11 lots.
    expect(closings.map(({ lots }) => lots)).toEqual([11])
    expect(positions).toMatchObject([{ id: 1, pid: 1, lots: 19, margin: usdt('1216') }])
    expect(balance).toBe(usdt('5180.42') + usdt('3.8511') - usdt('0.35392555'))
  })

  it('executes gains before losses, whatever the order of ids', () => {
    const losing = position(1, 2, 'long', 1_000, '2400', 2)
    const winning = position(2, 1, 'long', 100, '63000', 10)
    const { closings, balance } = reduceBy(
      { balance: usdt('1900'), positions: [losing, winning] },
      markets,
      wholeSharePpm,
    )
    expect(closings.map(({ position: { id } }) => id)).toEqual([2, 1])
    expect(closings.every(({ settlement }) => settlement.lossUnpaid === 0n)).toBe(true)
    expect(balance).toBe(usdt('1900') + usdt('135.01') - usdt('3.217505') - usdt('100') - usdt('1.15'))
  })

  it('counts the closing fee in that order', () => {
    // Position 1 earns 2.015 and costs 4.98713275 to close, position 2 earns 1 for 0.115.
    const costly = position(1, 1, 'long', 155, '64337.1', 100_000)
    const cheap = position(2, 2, 'long', 100, '2290', 100_000)
    const { closings, balance } = reduceBy(
      { balance: usdt('2.5'), positions: [costly, cheap] },
      markets,
      wholeSharePpm,
    )
    expect(closings.map(({ position: { id } }) => id)).toEqual([2, 1])
    expect(closings.every(({ settlement }) => settlement.feeUnpaid === 0n)).toBe(true)
    expect(balance).toBe(usdt('0.41286725'))
  })

  it('draws the margin of positions that stay when a coarse lot loses more than is free', () => {
    const { balance, positions, closings } = reduceBy(coarse.account, coarse.markets, 1)
    expect(closings.map(({ position: { id }, lots }) => [id, lots])).toEqual([
      [2, 1],
      [1, 1],
    ])
    // Free 70 with 1.3501 realized, 0.03217505 of fee and 0.63 released; the loss is 700 and its fee 1.15.
    const taken = closings[1]?.settlement.takenMargin
    expect(taken).toBe(
      usdt('701.15') - usdt('300') - usdt('70') - usdt('1.3501') + usdt('0.03217505') - usdt('0.63'),
    )
    expect(positions.map(({ margin }) => margin)).toEqual([usdt('629.37') - (taken ?? 0n)])
    expect(balance).toBe(positions[0]?.margin)
  })

  it('lets the insurance fund pay what the pool cannot', () => {
    const ruined = { balance: usdt('50'), positions: [position(1, 2, 'long', 1_000, '2400', 50)] }
    const { balance, closings } = reduceBy(ruined, markets, wholeSharePpm)
    expect(balance).toBe(0n)
    expect(closings[0]?.settlement).toMatchObject({ lossUnpaid: usdt('50'), feeUnpaid: usdt('1.15') })
  })

  it('throws when a market has no terms', () => {
    expect(() => reduceBy(account, { ...markets, lots: new Map() }, wholeSharePpm)).toThrow(
      'no terms of market 1',
    )
  })
})

describe('reduceFor', () => {
  it('touches nothing when nothing goes out or the margin level stays at 200 %', () => {
    const poor = { balance: usdt('1920'), positions: [long] }
    expect(reduceFor(poor, markets, 0n as Usdt)).toMatchObject({ sharePpm: 0, closings: [] })
    // 5190.923 − 2 × 1920 = 1350.923 may leave.
    expect(reduceFor(account, markets, usdt('1350.923')).closings).toEqual([])
  })

  it('closes the smallest share that lets the amount leave', () => {
    const outgoing = usdt('1350.92300001')
    const reduction = reduceFor(account, markets, outgoing)
    expect(reduction).toMatchObject({ sharePpm: 1, closings: [{ lots: 1 }] })
    const more = reduceFor(account, markets, usdt('3000'))
    // 18 lots stay: 1152 of margin allow 5190.923 − 0.3861006 − 2304 to leave; 17 would allow more, 19 would not do.
    expect(more.closings.map(({ lots }) => lots)).toEqual([13])
    expect(reduceBy(account, markets, more.sharePpm - 1).closings.map(({ lots }) => lots)).toEqual([12])
    const margin = more.positions.reduce((sum, one) => sum + one.margin, 0n) as Usdt
    const { bid } = poolValuation(more.balance, more.positions, markets.prices)
    expect(
      marginLevel({ balance: (bid - usdt('3000')) as Usdt, margin, profit: 0n as Usdt }),
    ).toBeGreaterThanOrEqual(20_000n)
  })

  it('closes everything when only that pays', () => {
    const all = usdt('5189.9577485')
    expect(reduceFor(account, markets, all)).toMatchObject({ positions: [], balance: all })
    expect(() => reduceFor(account, markets, (all + 1n) as Usdt)).toThrow('more than it is worth')
  })

  it('closes more when rounding up a coarse lot empties the wallet', () => {
    const { sharePpm, closings, balance, positions } = reduceFor(coarse.account, coarse.markets, usdt('100'))
    expect(sharePpm).toBeGreaterThan(1)
    expect(closings.every(({ settlement }) => settlement.lossUnpaid + settlement.feeUnpaid === 0n)).toBe(true)
    expect(balance - (positions[0]?.margin ?? 0n)).toBeGreaterThanOrEqual(usdt('100'))
  })
})

describe('the order of closing', () => {
  it('is by what each leaves after its fee, of equals the older first', () => {
    // Longs of one market gain the more the cheaper they were bought; two of them are the same.
    const held = [
      position(4, 1, 'long', 10, '64300', 2),
      position(3, 1, 'long', 10, '64000', 2),
      position(1, 1, 'long', 10, '64100', 2),
      position(2, 1, 'long', 10, '64000', 2),
      position(5, 1, 'short', 10, '65000', 2),
    ]
    const orderOf = (positions: typeof held) =>
      reduceBy({ balance: usdt('9000'), positions }, markets, wholeSharePpm).closings.map(
        ({ position: { id } }) => id,
      )
    expect(orderOf(held)).toEqual([5, 2, 3, 1, 4])
    expect(orderOf(held.toReversed())).toEqual([5, 2, 3, 1, 4])
  })

  it('needs the terms of every market', () => {
    const unknown = { ...markets, lots: new Map() }
    expect(() => reduceBy(account, unknown, wholeSharePpm)).toThrow('no terms of market 1')
  })
})
