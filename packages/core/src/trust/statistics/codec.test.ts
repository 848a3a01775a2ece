import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { usdt } from '../../money/units.ts'
import {
  type HouseStatistics,
  houseStatisticsToWire,
  type WithdrawalStatistics,
  withdrawalStatisticsFromWire,
  withdrawalStatisticsToWire,
} from './codec.ts'

const withdrawals: WithdrawalStatistics = {
  ...{ atMs: 1000, days: 30, asked: 12, sent: 10, cancelled: 1, waiting: 1, rejected: { sanctions: 1 } },
  ...{ medianMinutes: 5, p95Minutes: 70, longWaits: { none: '0.0833' }, overdue: '0', oldestMinutes: 3 },
}
const few: WithdrawalStatistics = {
  ...withdrawals,
  ...{ medianMinutes: null, p95Minutes: null, longWaits: null, overdue: null, oldestMinutes: null },
}

it('statistics of withdrawals have the names of the wire, and return as they were sent', () => {
  expect(withdrawalStatisticsToWire(withdrawals)).toMatchObject({ at: 1000, over1h: { none: '0.0833' } })
  const sent = calls['/api/trust/withdrawStats'].data.parse(
    [withdrawals, few].map(withdrawalStatisticsToWire),
  )
  expect(withdrawalStatisticsFromWire(sent)).toEqual([withdrawals, few])
})

const rate = { customers: 20, lost: 7, share: '0.35' }
const house: HouseStatistics = {
  ...{ atMs: 1000, owed: usdt('0'), restrictions: { locks: [], holds: [] } },
  reserves: [{ reserve: 'trading', balance: usdt('2000.5'), floor: usdt('7') }],
  year: {
    ...{ fromMs: 1, sinceMs: 2, isWhole: false },
    lossRate: { contracts: rate, options: rate, copying: rate, all: rate },
    fees: { contracts: usdt('1'), withdrawals: usdt('2'), redemptions: usdt('3'), loans: usdt('4') },
    counterparty: { contracts: -usdt('3.65'), options: usdt('0.00000001') },
    insurance: { draws: 2, amount: usdt('5') },
  },
}

it('statistics of the platform say that new risk is taken while nothing is owed', () => {
  const { data } = calls['/api/trust/houseStats']
  expect(data.parse(houseStatisticsToWire(house))).toMatchObject({
    ...{ at: 1000, owed: '0', newrisk: true },
    reserves: [{ reserve: 'trading', balance: '2000.5', floor: '7' }],
    year: {
      ...{ from: 1, since: 2, whole: false, insurance: { draws: 2, amount: '5' } },
      fees: { contracts: '1', withdrawals: '2', redemptions: '3', loans: '4' },
      counterparty: { contracts: '-3.65', options: '0.00000001' },
    },
  })
  expect(houseStatisticsToWire({ ...house, owed: usdt('0.00000001') })).toMatchObject({
    ...{ owed: '0.00000001', newrisk: false },
  })
})
