import { describe, expect, it } from 'vitest'
import { price, usdt } from '../money/units.ts'
import {
  closedPushToWire,
  contractAccountFromWire,
  contractAccountToWire,
  contractOrderFromWire,
  contractOrderToWire,
  listOrdersFromWire,
  orderStates,
  ordersQueryToWire,
  statesToWire,
  triggeredPushToWire,
} from './codec.ts'
import { type ContractOrderRow, contractCalls } from './wire.ts'

const row: ContractOrderRow = {
  id: 7,
  parentid: null,
  pid: 1,
  procode: 'BTCUSDT',
  ptitle: 'BTC',
  type: 2,
  multiple: 10,
  number: 20,
  openPrice: '64000',
  targetProfitPrice: '0',
  stopLossPrice: '66000.5',
  newPrice: '64100',
  closePrice: '0',
  cautionMoney: '128',
  factProfits: '-2',
  tradeFee: '0.64',
  feeRate: '0.0005',
  liquidationPrice: null,
  closeReason: null,
  transactionTime: 2,
  createtime: 1,
  completeTime: null,
  handleTime: null,
  aioperate: 0,
  status: 1,
}

describe('an order from the wire', () => {
  it('has words for numbers, amounts in units, and null for what is not set', () => {
    expect(contractOrderFromWire(row)).toEqual({
      id: 7,
      parentId: null,
      pid: 1,
      symbol: 'BTCUSDT',
      side: 'short',
      state: 'open',
      leverage: 10,
      lots: 20,
      openPrice: price('64000'),
      takeProfit: null,
      stopLoss: price('66000.5'),
      currentPrice: price('64100'),
      closePrice: null,
      margin: usdt('128'),
      pnl: usdt('-2'),
      fees: usdt('0.64'),
      feeRatePpm: 500,
      feeFromBonus: usdt('0'),
      liquidationPrice: null,
      closeReason: null,
      createdMs: 1,
      openedMs: 2,
      closedMs: null,
      cancelledMs: null,
      closingOrders: [],
      trailing: null,
      trigger: null,
      expiresMs: null,
    })
  })

  it('has its state and the reason of its close by name', () => {
    const states = ([0, 1, 2, 3, 4] as const).map((status) => contractOrderFromWire({ ...row, status }).state)
    expect(states).toEqual([...orderStates])
    const closed = { ...row, status: 3, closePrice: '66001', closeReason: 'loss' } as const
    expect(contractOrderFromWire(closed)).toMatchObject({
      closeReason: 'stopLoss',
      closePrice: price('66001'),
    })
    expect(contractOrderFromWire({ ...closed, closeReason: 'profit' }).closeReason).toBe('takeProfit')
  })

  it('lists states by number', () => {
    expect(statesToWire(['open', 'closing'])).toBe('1,2')
    expect(statesToWire(['resting'])).toBe('0')
    expect(statesToWire(['closed', 'cancelled'])).toBe('3,4')
  })
})

it('queries a page of a wallet by the numbers of the wire', () => {
  const page = { page: 2, pageSize: 10 }
  expect(ordersQueryToWire({ wallet: 'contract2', states: ['closed'], orderBy: 'closed', ...page })).toEqual({
    ...{ levertype: 2, statusList: '3', pid: undefined },
    ...{ pageNum: 2, pageSize: 10, orderByColumn: 'completeTime' },
  })
})

describe('a query of the server', () => {
  const { request } = contractCalls['/api/contract/myContractOrderList']
  const parsed = (fields: object) => listOrdersFromWire(request.parse({ levertype: 1, ...fields }))

  it('has every choice made', () => {
    expect(parsed({})).toEqual({
      ...{ wallet: 'contract', states: null, pid: null },
      ...{ orderBy: 'created', direction: 'desc', page: 1, pageSize: 10 },
    })
  })

  it('is of the states of the list where one state is named too', () => {
    expect(parsed({ status: 1 }).states).toEqual(['open'])
    expect(parsed({ statusList: '3,4', status: 1 }).states).toEqual(['closed', 'cancelled'])
  })
})

it('parses the figures of a wallet, and formats them the same', () => {
  const figures = { balance: '3', available: '1', margin: '2', hold: '0', profit: '-1', income: '-1' }
  const account = {
    ...{ balance: usdt('3'), available: usdt('1'), margin: usdt('2'), hold: usdt('0'), profit: usdt('-1') },
    marginLevelPercent: '100',
  }
  expect(contractAccountFromWire({ ...figures, riskRate: '100' })).toEqual(account)
  expect(contractAccountToWire(account)).toEqual({ ...figures, riskRate: '100' })
})

it('formats an order as it was parsed', () => {
  const closed = { ...row, status: 3, closeReason: 'profit', closePrice: '65000', completeTime: 9 } as const
  for (const sent of [row, closed]) {
    const order = { ...contractOrderFromWire(sent), title: row.ptitle, isAiOrder: false }
    expect(contractOrderToWire(order)).toEqual(sent)
  }
})

it('tells pages of an order by the numbers of the wire', () => {
  const order = { id: 8, parentId: 7, pid: 1, wallet: 'contract2', state: 'cancelled' } as const
  expect(triggeredPushToWire(order)).toEqual({ id: 8, pid: 1, levertype: 2, status: 4 })
  expect(closedPushToWire({ ...order, closeReason: 'loss' })).toEqual({
    ...{ id: 8, parentid: 7, pid: 1, levertype: 2, closeReason: 'loss' },
  })
})
