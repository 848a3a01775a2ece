import { describe, expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { price, usdt } from '../../money/units.ts'
import { type PublishedRule, ruleFromWire, ruleToWire, tiersFromWire, tierToWire } from './codec.ts'

it('states a tier, which can be read again; one that cannot is left out', () => {
  const tier = { minPrice: usdt('100'), maxPrice: usdt('999.99999999'), times: [1, 2, 3], leverages: [2, 5] }
  const wire = tierToWire(tier)
  expect(wire).toEqual({ minprice: '100', maxprice: '999.99999999', maxtimes: '1,2,3', multiple: '2,5' })
  expect(tiersFromWire([wire, { ...wire, minprice: 'x' }])).toEqual([tier])
})

describe('the published rule', () => {
  const sums = {
    ...{ trades: 3, won: 1, gross: '-5', fees: '1.5', net: '-6.5' },
    byMonth: [{ month: '202606', trades: 3, net: '-6.5' }],
    equity: [{ day: '20260616', value: '993.5' }],
  }
  const backtest = {
    ...{ source: 'simulator', from: 1, to: 2, spread: '0.1', notional: '1000', ...sums },
    ...{ maxDrawdown: '0.65', longestLosing: 2, bestDay: null, worstDay: { day: '20260616', net: '-6.5' } },
  }
  const rule: PublishedRule = {
    tiers: [{ minPrice: usdt('100'), maxPrice: usdt('999'), times: [1, 2], leverages: [2] }],
    markets: [{ pid: 3, title: 'BTC' }],
    strategy: {
      ...{ name: 'momentum-1', version: 1, description: 'Buy low.', parameters: { candles: 31 } },
      results: [
        { pid: 3, computedMs: 9, backtest, live: { few: true, trades: 4 } },
        { pid: 4, computedMs: 9, backtest, live: { few: false, ...sums, gap: '-0.5' } },
      ],
    },
  }

  it('has the fields of the wire, its results as they are stored', () => {
    const wire = ruleToWire(rule)
    expect(wire).toEqual({
      ruleList: [{ minprice: '100', maxprice: '999', maxtimes: '1,2', multiple: '2' }],
      productList: [{ pid: 3, ptitle: 'BTC' }],
      strategy: {
        ...{ name: 'momentum-1', version: 1, description: 'Buy low.', parameters: { candles: 31 } },
        backtest: [
          { pid: 3, computed: 9, ...backtest },
          { pid: 4, computed: 9, ...backtest },
        ],
        live: [
          { pid: 3, result: { few: true, trades: 4 } },
          { pid: 4, result: { few: false, ...sums, gap: '-0.5' } },
        ],
      },
    })
    expect(calls['/api/ai/rule'].data.parse(wire)).toEqual(wire)
  })

  it('is parsed to amounts; too few real trades have no sums', () => {
    const { tiers, markets, strategy } = ruleFromWire(ruleToWire(rule))
    expect([tiers, markets]).toEqual([rule.tiers, rule.markets])
    const parsed = {
      ...{ trades: 3, won: 1, gross: usdt('-5'), fees: usdt('1.5'), net: usdt('-6.5') },
      byMonth: [{ month: '202606', trades: 3, net: usdt('-6.5') }],
      equity: [{ day: '20260616', value: usdt('993.5') }],
    }
    expect(strategy.backtests[0]).toEqual({
      ...{ pid: 3, source: 'simulator', period: { fromMs: 1, toMs: 2 }, spread: price('0.1') },
      ...{ notional: usdt('1000'), ...parsed, maxDrawdown: 65n, longestLosing: 2, bestDay: null },
      worstDay: { day: '20260616', net: usdt('-6.5') },
    })
    expect(strategy.live).toEqual([
      { pid: 3, trades: 4, sums: null },
      { pid: 4, trades: 3, sums: { ...parsed, gap: usdt('-0.5') } },
    ])
    const [first] = rule.strategy.results
    if (first === undefined) throw new Error('no result')
    const changed = (more: Partial<typeof backtest>) =>
      ruleFromWire(
        ruleToWire({
          ...rule,
          strategy: { ...rule.strategy, results: [{ ...first, backtest: { ...backtest, ...more } }] },
        }),
      ).strategy.backtests[0]
    expect(changed({ from: null as never })?.period).toBeNull()
    for (const wrong of [{ net: 'x' }, { maxDrawdown: '0.001' }, { spread: '' }])
      expect(() => changed(wrong), JSON.stringify(wrong)).toThrow(RangeError)
  })
})
