import { describe, expect, it } from 'vitest'
import { price, usdt } from '../money/units.ts'
import {
  optionOrderFromWire,
  optionOrderToWire,
  optionsQueryFromWire,
  optionsQueryToWire,
  optionTypeFromWire,
  optionTypeToWire,
  outcomeToWire,
  placeOptionFromWire,
  placeOptionToWire,
} from './codec.ts'
import { type OptionOrderRow, optionCalls } from './wire.ts'

const row: OptionOrderRow = {
  id: 903291,
  pid: 1,
  procode: 'BTCUSDT',
  ptitle: 'BTC/USDT',
  ostyle: 1,
  fee: '100',
  scale: '80',
  buyprice: '66091.7',
  sellprice: '66000',
  buytime: 1_000,
  selltime: 181_000,
  ostaus: 1,
  isWin: 1,
  void: false,
  ploss: '80',
  aioperate: 0,
}

describe('an option from the wire', () => {
  it('has words for numbers and amounts in units', () => {
    expect(optionOrderFromWire(row)).toEqual({
      id: 903291,
      pid: 1,
      symbol: 'BTCUSDT',
      type: 'put',
      stake: usdt('100'),
      payoutPercent: 80,
      entryPrice: price('66091.7'),
      exitPrice: price('66000'),
      openedMs: 1_000,
      expiresMs: 181_000,
      outcome: 'win',
      pnl: usdt('80'),
    })
  })

  it('tells a draw from a void option, and has no outcome and no exit price while open', () => {
    expect(optionOrderFromWire({ ...row, isWin: 2 }).outcome).toBe('loss')
    expect(optionOrderFromWire({ ...row, isWin: 3 }).outcome).toBe('draw')
    expect(optionOrderFromWire({ ...row, isWin: 3, void: true, sellprice: '0' })).toMatchObject({
      outcome: 'void',
      exitPrice: null,
    })
    expect(optionOrderFromWire({ ...row, isWin: null, ostaus: 0, sellprice: '0' })).toMatchObject({
      outcome: null,
      exitPrice: null,
    })
  })

  it('keeps the wire numbers', () => {
    const outcomes = ['win', 'loss', 'draw', 'void'] as const
    expect(outcomes.map(outcomeToWire)).toEqual([1, 2, 3, 3])
    expect(([0, 1] as const).map(optionTypeFromWire)).toEqual(['call', 'put'])
    expect((['call', 'put'] as const).map(optionTypeToWire)).toEqual([0, 1])
  })
})

it.each(['call', 'put'] as const)('a new %s is the same after it was sent', (type) => {
  const { request } = optionCalls['/api/option/placeOrder']
  const order = { pid: 1, type, seconds: 30, stake: usdt('10'), seenPrice: price('60000'), termsId: 'abc' }
  expect(placeOptionFromWire(request.parse(placeOptionToWire(order)))).toEqual(order)
})

it.each([
  ['open', { ostaus: 0, isWin: null, sellprice: '0', ploss: '0' }],
  ['lost', { isWin: 2, ploss: '-100' }],
  ['a draw', { isWin: 3, ploss: '0' }],
  ['void', { isWin: 3, void: true, sellprice: '0', ploss: '0' }],
] as const)('one that is %s has the same form on its way back', (_, change) => {
  const sent = { ...row, ...change }
  expect(optionOrderToWire(optionOrderFromWire(sent), 'BTC/USDT')).toEqual(sent)
})

it('a query for options names a state, an order and a page', () => {
  for (const state of [null, 'open', 'settled'] as const)
    for (const orderBy of ['placed', 'expiry', 'id'] as const) {
      const request = optionsQueryToWire({ state, orderBy, page: 2, pageSize: 20 })
      const parsed = optionsQueryFromWire(7, optionCalls['/api/option/orderList'].request.parse(request))
      expect(parsed).toEqual({ uid: 7, state, orderBy, direction: 'desc', page: 2, pageSize: 20 })
    }
})
