import { expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import {
  channelFromWire,
  channelToWire,
  depositState,
  isEvm,
  listDepositsFromWire,
  networkName,
  reportTransferFromWire,
  saveChannelFromWire,
} from './codec.ts'

it('names the state of a list, or none for all', () => {
  const page = { pageNum: 2, pageSize: 10, orderByColumn: 'creatTime', isAsc: 'asc' } as const
  const query = { offset: 10, limit: 10, direction: 'asc', orderBy: 'created' }
  expect(listDepositsFromWire(page)).toEqual({ ...query, state: null })
  expect(listDepositsFromWire({ ...page, status: 0 })).toEqual({ ...query, state: 'pending' })
  expect(listDepositsFromWire({ ...page, status: 2, orderByColumn: 'id' })).toMatchObject({
    state: 'rejected',
    orderBy: 'id',
  })
})

it('keeps only the statements that a report contains', () => {
  const report = { type: 1002, money: usdt('5'), hash: 'ab', price: '', param: 'rent' } as const
  expect(reportTransferFromWire(report)).toEqual({
    network: 1002,
    amount: usdt('5'),
    hash: 'ab',
    statements: { param: 'rent' },
  })
})

it('formats a channel as it was saved', () => {
  const terms = { code: 'x', name: 'X', adapter: 'btcpay', options: '1', place: 3 } as const
  const command = saveChannelFromWire({ ...terms, minprice: usdt('1'), maxprice: usdt('9'), on: 0 })
  const channel = { ...command, options: ['1'], isOpen: false }
  expect(channelFromWire(channelToWire(channel))).toEqual(channel)
  expect(channelToWire(channel)).toEqual({
    ...{ ...terms, options: ['1'], minprice: '1', maxprice: '9', on: 0, open: false },
  })
})

it('names the networks as addresses do, and the states as pages do', () => {
  expect(([1001, 1002] as const).map((network) => [isEvm(network), networkName(network)])).toEqual([
    ...[
      [true, '1001'],
      [false, '1002'],
    ],
  ])
  expect(([0, 1, 2] as const).map(depositState)).toEqual(['pending', 'credited', 'rejected'])
})
