import type { DataOf } from '@glasshouse/core/calls'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { consolePages } from '@glasshouse/testkit/consolePages'
import { expect, it } from 'vitest'

const open = consolePages()
const day = 86_400_000
const noon = Date.UTC(2026, 5, 16, 11)
const uid = 10_001

const item: DataOf<'/staff/api/reviewItem'> = {
  kind: 'withdrawal',
  id: 7,
  uid,
  username: 'Ada',
  createtime: noon,
  age: 3_600_000,
  deadline: noon + day,
  overdue: false,
  status: 0,
  summary: 'Withdraw 6000 USDT: TRC20 TJCnKs…6sxMW',
  amount: '6000',
  approvals: 0,
  needed: 2,
  holder: null,
  decided: null,
  remark: null,
  reason: null,
  fields: [
    { name: 'state', value: 'waiting', form: 'text' },
    { name: 'net', value: '5700', form: 'amount' },
    { name: 'tax', value: '300', form: 'amount' },
  ],
  secrets: [{ name: 'address', value: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', form: 'address' }],
  customer: {
    assets: '812.5',
    registered: noon - 200 * day,
    deposited: '18250.75',
    withdrawn: '4100',
    firstDeposit: noon - 190 * day,
    velocity: [
      { hours: 24, deposited: '0', deposits: 0, withdrawn: '6000', withdrawals: 1 },
      { hours: 168, deposited: '500', deposits: 2, withdrawn: '6700', withdrawals: 3 },
    ],
    destination: { first: noon, sent: 0, shared: false },
    device: { first: noon - 2 * day, last: noon },
    withdrawals: { sent: 6, rejected: 1, cancelled: 0 },
    deposits: { credited: 9, rejected: 0 },
    loans: { repaid: 0, settled: 0, rejected: 0, owed: '0', isOverdue: false },
    lastRejection: { reason: 'bad_address', time: noon - 40 * day },
    locks: { count: 0, running: null, last: null },
    kyc: { status: 2, time: noon - 150 * day },
  },
  decisions: [],
  reasons: ['bad_address', 'sanctions', 'other'],
  may: { approve: true, reject: true },
}

const customer = {
  profile: {
    uid,
    username: 'Ada',
    email: 'ada@example.com',
    registered: noon - 200 * day,
    frozen: 0,
    closed: null,
    creditscore: 60,
    activecodestatus: 1,
  },
  ...{ orders: [], options: [] },
  balances: [{ account: 'wallet', asset: 'USDT', amount: '812.5' }],
  journal: [
    {
      account: 'wallet',
      asset: 'USDT',
      type: 2,
      money: '-5700',
      balance: '812.5',
      cause: 'Withdrawal 7',
      time: noon,
    },
  ],
} as unknown as DataOf<'/staff/api/userDetail'>

const answers = {
  '/staff/api/reviewList': [item],
  '/staff/api/reviewItem': item,
  '/staff/api/userDetail': customer,
  '/staff/api/auditLog': [],
}

it.each(['day', 'night'] as const)(
  'a withdrawal shows its customer in facts, the ledger on request (%s)',
  async (theme) => {
    const { page } = await open({ path: '/queue/withdrawal/7', answers, theme })
    const money = page.getByRole('region', { name: 'Money' })
    await money.getByText('18,250.75 USDT').waitFor()
    expect(await money.locator('dd', { hasText: 'Notable' }).count()).toBe(4)
    expect(await money.getByRole('table').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await money.getByRole('button', { name: 'Show ledger lines' }).click()
    await money.getByText('Withdrawal 7').waitFor()
    await money.getByRole('button', { name: 'Hide ledger lines' }).click()
    expect(await money.getByRole('table').count()).toBe(0)
  },
)
