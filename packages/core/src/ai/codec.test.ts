import { expect, it } from 'vitest'
import { price, usdt } from '../money/units.ts'
import {
  type ClosedTrade,
  closedTradeToWire,
  marketToWire,
  tiersFromWire,
  tierToWire,
  tradeResultFromWire,
} from './codec.ts'

const trade: ClosedTrade = {
  ...{ runId: 3, done: 2, times: 5, title: 'BTC', type: 2, leverage: 10, lots: 7, openedMs: 1000 },
  ...{
    openPrice: price('65850.1'),
    takeProfit: price('65000'),
    stopLoss: price('66000'),
    closePrice: price('65100.5'),
  },
  ...{ margin: usdt('72.435'), profit: usdt('-3.0893'), fees: usdt('0.5'), closeReason: 'loss' },
}

it('states a closed trade with its run and every figure exactly', () => {
  expect(closedTradeToWire(trade)).toEqual({
    ...{ runid: 3, done: 2, times: 5 },
    order: {
      ...{ type: 2, ptitle: 'BTC', multiple: 10, share: 7, transactionTime: 1000, closeReason: 'loss' },
      ...{ openPrice: '65850.1', targetProfitPrice: '65000', stopLossPrice: '66000' },
      ...{ newPrice: '65100.5', closePrice: '65100.5' },
      ...{ cautionMoney: '72.435', factProfits: '-3.0893', tradeFee: '0.5' },
    },
  })
})

it('states 0 for a price or a result that there is not, as the wire asks', () => {
  const nothing = { takeProfit: null, stopLoss: null, closePrice: null, profit: null, openedMs: null }
  expect(closedTradeToWire({ ...trade, ...nothing, closeReason: null }).order).toMatchObject({
    ...{ targetProfitPrice: '0', stopLossPrice: '0', newPrice: '0', closePrice: '0', factProfits: '0' },
    ...{ transactionTime: null, closeReason: null },
  })
})

it('reads the result back to the unit', () => {
  expect(tradeResultFromWire(closedTradeToWire(trade))).toEqual({
    ...{ done: 2, times: 5, profit: usdt('-3.0893'), fees: usdt('0.5') },
  })
})

it.each([
  [{}],
  [{ done: 1, times: 2 }],
  [{ done: 1, times: 2, order: null }],
  [{ done: '1', times: 2, order: { factProfits: '1', tradeFee: '1' } }],
  [{ done: 1, times: '2', order: { factProfits: '1', tradeFee: '1' } }],
  [{ done: 1, times: 2, order: { factProfits: 1, tradeFee: '1' } }],
  [{ done: 1, times: 2, order: { factProfits: '1' } }],
])('reads no result from another message: %j', (data) => {
  expect(tradeResultFromWire(data)).toBeNull()
})

it('names the market of an order', () => {
  expect(marketToWire(3, 'BTC')).toEqual({ pid: 3, ptitle: 'BTC' })
})

it('states a tier, which can be read again; one that cannot is left out', () => {
  const tier = { minPrice: usdt('100'), maxPrice: usdt('999.99999999'), times: [1, 2, 3], leverages: [2, 5] }
  const wire = tierToWire(tier)
  expect(wire).toEqual({ minprice: '100', maxprice: '999.99999999', maxtimes: '1,2,3', multiple: '2,5' })
  expect(tiersFromWire([wire, { ...wire, minprice: 'x' }])).toEqual([tier])
})
