import { expect, it } from 'vitest'
import { price, usdt } from '../money/units.ts'
import { equityFromWire, tradeDaysFromWire, tradesFromWire } from './codec.ts'

it('reads a closed trade to the unit, and what it has not as nothing', () => {
  const row = {
    ...{ kind: 'contract', id: 7, pid: 3, symbol: 'BTCUSDT', title: 'BTC', side: 'short', result: 'lost' },
    ...{ multiple: 10, number: 20, stake: null, openPrice: '64000.5', closePrice: '64100', pnl: '-1.5' },
    ...{ fee: '0.25', opened: 1000, closed: 2000 },
  }
  const option = { ...row, stake: '5', closePrice: null, multiple: null, number: null }
  const [trade, other] = tradesFromWire([row, option] as unknown as Parameters<typeof tradesFromWire>[0])
  expect(trade).toMatchObject({
    ...{ id: 7, side: 'short', leverage: 10, lots: 20, stake: null, openedMs: 1000, closedMs: 2000 },
    ...{ openPrice: price('64000.5'), closePrice: price('64100'), pnl: -usdt('1.5'), fees: usdt('0.25') },
  })
  expect(other).toMatchObject({ leverage: null, lots: null, stake: usdt('5'), closePrice: null })
})

it('reads sums in all and by day', () => {
  const sum = { trades: 3, won: 2, lost: 1, pnl: '-7.5', fee: '0.5' }
  const one = { trades: 1, won: 1, lost: 0, pnl: '2', fee: '0.1' }
  expect(tradeDaysFromWire({ sum, days: [{ day: '20270110', ...one }] } as never)).toEqual({
    sum: { trades: 3, won: 2, lost: 1, pnl: -usdt('7.5'), fees: usdt('0.5') },
    byDay: new Map([['20270110', { trades: 1, won: 1, lost: 0, pnl: usdt('2'), fees: usdt('0.1') }]]),
  })
})

it('reads the days of a balance with the instant at which each begins', () => {
  const day = { day: '20270110', balance: '100', change: '-2', result: '-3', fee: '-0.5', earned: '1' }
  expect(equityFromWire([day] as never)).toEqual([
    {
      startMs: Date.UTC(2027, 0, 9, 23),
      ...{
        balance: usdt('100'),
        change: -usdt('2'),
        result: -usdt('3'),
        fees: -usdt('0.5'),
        earned: usdt('1'),
      },
    },
  ])
})
