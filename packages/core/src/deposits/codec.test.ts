import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { bonusStates } from './bonus.ts'
import { chainStatuses } from './chainStatus.ts'
import {
  type BonusOffer,
  bonusOfferFromWire,
  bonusOfferToWire,
  channelFromWire,
  channelsFromWire,
  channelToWire,
  checkoutFromWire,
  checkoutToWire,
  claimedBonusFromWire,
  claimedBonusToWire,
  type Deposit,
  type DepositAddress,
  depositAddressesFromWire,
  depositAddressToWire,
  depositsFromWire,
  depositToWire,
  isEvm,
  listDepositsFromWire,
  networkName,
  offeredChannelsFromWire,
  offeredChannelToWire,
  reportTransferFromWire,
  reportTransferToWire,
  saveChannelFromWire,
  saveChannelToWire,
  senderAddressesFromWire,
  senderAddressToWire,
} from './codec.ts'
import { networks } from './networks.ts'
import { depositStates, type PayChannel } from './rules.ts'

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

it('names the networks as addresses do', () => {
  expect(([1001, 1002] as const).map((network) => [isEvm(network), networkName(network)])).toEqual([
    ...[
      [true, '1001'],
      [false, '1002'],
    ],
  ])
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }).map((units) => units as Usdt)
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 })
const textOrNull = fc.option(fc.string())
const network = fc.constantFrom(...networks)

describe('from the wire, as it was sent, returns', () => {
  it('a deposit, whatever it does not have', () => {
    const deposit: fc.Arbitrary<Deposit> = fc.record({
      ...{ id: instant, state: fc.constantFrom(...depositStates), createdMs: instant, amount },
      ...{ credited: fc.option(amount), channel: fc.string(), hash: textOrNull, remark: textOrNull },
      ...{ chainStatus: fc.option(fc.constantFrom(...chainStatuses)), paymentUrl: textOrNull },
      ...{ confirmations: fc.option(fc.nat()), confirmationsNeeded: fc.option(fc.nat()) },
    })
    fc.assert(
      fc.property(fc.array(deposit, { maxLength: 3 }), (rows) => {
        expect(depositsFromWire(rows.map(depositToWire))).toEqual(rows)
      }),
    )
  })

  it('a channel with its buttons', () => {
    const channel: fc.Arbitrary<PayChannel> = fc.record({
      ...{ code: fc.string(), name: fc.string(), min: amount, max: amount },
      options: fc.array(amount, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(channel, (sent) => {
        expect(offeredChannelsFromWire([offeredChannelToWire(sent)])).toEqual([sent])
      }),
    )
  })

  it('addresses to pay to and paid from', () => {
    const address: fc.Arbitrary<DepositAddress> = fc.record({
      ...{ network, name: fc.string(), address: fc.string() },
    })
    fc.assert(
      fc.property(address, (sent) => {
        expect(depositAddressesFromWire([depositAddressToWire(sent)])).toEqual([sent])
        const { name: _name, ...sender } = sent
        expect(senderAddressesFromWire([senderAddressToWire(sender)])).toEqual([sender])
      }),
    )
  })

  it('a bonus, offered and claimed', () => {
    const offer: fc.Arbitrary<BonusOffer> = fc.record({
      ...{ state: fc.constantFrom(...bonusStates), percent: fc.nat(100), extra: amount, max: amount },
      ...{ bonus: fc.option(amount), untilMs: fc.option(instant) },
    })
    fc.assert(
      fc.property(offer, amount, (sent, bonus) => {
        expect(bonusOfferFromWire(bonusOfferToWire(sent))).toEqual(sent)
        expect(claimedBonusFromWire(claimedBonusToWire(bonus))).toBe(bonus)
      }),
    )
  })

  it('a deposit by a channel, and a report with what it states', () => {
    const checkout = fc.record({ channel: fc.string(), amount })
    const report = fc.record(
      { network, amount, hash: fc.string(), pictureUrl: fc.string(), sender: fc.string() },
      { requiredKeys: ['network', 'amount', 'hash'] },
    )
    fc.assert(
      fc.property(checkout, report, (begun, reported) => {
        expect(checkoutFromWire({ ...checkoutToWire(begun), money: begun.amount })).toEqual(begun)
        const body = { ...reportTransferToWire(reported), money: reported.amount }
        expect(reportTransferFromWire(body as never)).toEqual({ ...reported, statements: {} })
        expect(usdt(reportTransferToWire(reported).money)).toBe(reported.amount)
      }),
    )
  })
})

it('numbers the states, and leaves out what a deposit does not have', () => {
  const none = { credited: null, hash: null, remark: null, chainStatus: null, paymentUrl: null } as const
  const deposit = {
    ...{ ...none, id: 1, createdMs: 5, amount: usdt('9.5'), channel: 'sandbox' },
    ...{ confirmations: null, confirmationsNeeded: null },
  }
  expect(depositStates.map((state) => depositToWire({ ...deposit, state }).status)).toEqual([0, 1, 2])
  expect(depositToWire({ ...deposit, state: 'pending' })).toEqual({
    ...{ id: 1, status: 0, creatTime: 5, money: '9.5', channel: 'sandbox' },
  })
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
