import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  channelFromWire,
  channelsFromWire,
  channelToWire,
  checkoutFromWire,
  depositState,
  isEvm,
  listDepositsFromWire,
  networkName,
  offeredChannelToWire,
  reportTransferFromWire,
  saveChannelFromWire,
  saveChannelToWire,
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

it('a channel with the largest and the smallest limits survives the wire to the digit', () => {
  const channel = {
    code: 'c',
    name: 'C',
    adapter: 'sandbox' as const,
    min: 1n as Usdt,
    max: (10n ** 23n - 1n) as Usdt,
    options: [],
    isOn: true,
    place: 0,
    isOpen: true,
  }
  const wire = channelToWire(channel)
  expect([wire.minprice, wire.maxprice, wire.on]).toEqual(['0.00000001', '999999999999999.99999999', 1])
  expect(channelsFromWire([wire, wire])).toEqual([channel, channel])
})

it('limits that staff typed go out as they were typed, for the server to judge', () => {
  const typed = {
    code: 'c',
    name: 'C',
    adapter: 'sandbox',
    min: '1e3',
    max: '',
    options: '5',
    isOn: false,
    place: 2,
  } as const
  expect(saveChannelToWire(typed)).toEqual({
    code: 'c',
    name: 'C',
    adapter: 'sandbox',
    minprice: '1e3',
    maxprice: '',
    options: '5',
    on: 0,
    place: 2,
  })
})

it('an offered channel has its limits and buttons as decimals, and nothing of how it is carried out', () => {
  const offered = {
    ...{ code: 'c', name: 'C', min: usdt('10'), max: usdt('20.5') },
    options: [usdt('10'), usdt('20.5')],
  }
  expect(offeredChannelToWire(offered)).toEqual({
    code: 'c',
    name: 'C',
    minprice: '10',
    maxprice: '20.5',
    options: ['10', '20.5'],
  })
})

it('a checkout is the channel’s code and the amount', () => {
  expect(checkoutFromWire({ action: 'sandbox', money: usdt('12.5') })).toEqual({
    channel: 'sandbox',
    amount: usdt('12.5'),
  })
})
