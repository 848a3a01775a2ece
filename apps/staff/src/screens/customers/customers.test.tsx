import type { DataOf } from '@glasshouse/core/calls'
import { type CustomerDetail, customerDetailFromWire } from '@glasshouse/core/staff/customers/codec'
import { describe, expect, it } from 'vitest'
import { Route, Router } from 'wouter'
import { enabledButtons, markupOf, textOf } from '../../markup.fixture.tsx'
import Customer from './Customer.tsx'
import { CustomerFlagsPanel } from './CustomerFlagsPanel.tsx'
import Customers, { AccountStatus } from './Customers.tsx'
import { Grants } from './Grants.tsx'

type Detail = DataOf<'/staff/api/userDetail'>
type Profile = Detail['profile']
const noon = Date.UTC(2026, 5, 16, 11)
const profile = (change: Partial<Profile> = {}): Profile =>
  ({
    ...{ uid: 10_001, username: 'ada', email: 'ada@example.com', frozen: 0, closed: null, lock: null },
    ...{ transferswitch: 1, kycswitch: 0, ib: 0, creditscore: 80 },
    ...{ activecode: 'CODE1234', activecodestatus: 2, activeuntil: null },
    ...change,
  }) as Profile
const detail = (change: Partial<Profile> = {}, amount = '40') =>
  ({
    profile: profile(change),
    balances: [{ account: 'experience', asset: 'USDT', amount }],
    ...{ orders: [], options: [] },
  }) as unknown as Detail
const shown = (change: Partial<Profile>, amount?: string): CustomerDetail =>
  customerDetailFromWire(detail(change, amount))

describe('flags of a customer', () => {
  const panel = (change: Partial<Profile> = {}) => <CustomerFlagsPanel profile={shown(change).profile} />
  it('show their state in words, and offer the other one', () => {
    const text = textOf(panel())
    expect(text).toContain('Transfers to other users not allowed Allow')
    expect(text).toContain('Identity check shown Hide')
    expect(text).toContain('Introducing broker no Make one By the figures')
    expect(text).toContain('Credit score 80 Change')
    const other = textOf(panel({ transferswitch: 2, kycswitch: 1, ib: 1, creditscore: 0 }))
    expect(other).toContain('Transfers to other users allowed Forbid')
    expect(other).toContain('Identity check hidden Show')
    expect(other).toContain('Introducing broker yes End it')
    expect(other).toContain('Credit score 0 Change')
  })

  it('of the role service are the two switches without money; of a closed account none', () => {
    expect(enabledButtons(panel())).toEqual(
      expect.arrayContaining(['Allow', 'Hide', 'Make one', 'By the figures', 'Change', 'Lock']),
    )
    const service = enabledButtons(panel(), {}, 'service')
    expect(service).toEqual(expect.arrayContaining(['Allow', 'Hide']))
    for (const label of ['Make one', 'By the figures', 'Change', 'Lock']) expect(service).not.toContain(label)
    expect(enabledButtons(panel({ closed: noon }))).toEqual([])
  })
})

describe('grants to a customer', () => {
  const panel = (change: Partial<Profile> = {}, amount?: string) => <Grants data={shown(change, amount)} />
  it('show what is held to the digit, and where it is paid from', () => {
    expect(textOf(panel({}, '999999999999999.99999999'))).toContain(
      'Held 999,999,999,999,999.99999999 USDT Paid from the marketing reserve',
    )
    expect(textOf(panel({}, '0'))).toContain('Held 0.00 USDT')
    expect(textOf(panel())).toContain('Never withdrawable.')
  })

  it('activate a claimed code only, and of an open account', () => {
    expect(enabledButtons(panel({ activecodestatus: 1 }))).not.toContain('Activate')
    expect(enabledButtons(panel())).toContain('Activate')
    expect(enabledButtons(panel({ activecodestatus: 3, activeuntil: noon }))).toContain('Add days')
    expect(enabledButtons(panel({ activecodestatus: 4, activeuntil: noon }))).toContain('Activate')
    expect(enabledButtons(panel({ closed: noon }))).toEqual(
      enabledButtons(panel({ closed: noon }), {}, 'service'),
    )
    for (const label of ['Activate', 'Grant'])
      expect(enabledButtons(panel({ closed: noon }))).not.toContain(label)
  })

  it('give funds by managers only, and say so to others', () => {
    expect(enabledButtons(panel())).toContain('Grant')
    expect(enabledButtons(panel(), {}, 'service')).not.toContain('Grant')
    expect(markupOf(panel(), {}, 'service')).toContain('Managers only')
  })
})

it('a customer’s page says what is owned, brought in and taken out', () => {
  const data = {
    ...detail({ registered: noon, referrer: null, country: null, region: 'default', utel: '' }),
    figures: { assets: '-1250.5', deposited: '3000', withdrawn: '0' },
    ...{ journal: [], sessions: [] },
  } as Detail
  const text = textOf(
    <Router ssrPath="/customers/10001">
      <Route path="/customers/:uid" component={Customer} />
    </Router>,
    { '/staff/api/userDetail': data },
  )
  expect(text).toContain(
    'Owned now, less loans −1,250.50 Deposited since registration 3,000.00 Withdrawn since registration, with fees 0.00',
  )
})

it('before a search stand the customers that were opened last and those that are locked', () => {
  const opened: DataOf<'/staff/api/userRecent'>[number] = {
    ...{ uid: 10_002, username: 'ben', email: '', utel: '', frozen: 0, closed: null },
    ...{ registered: noon, opened: noon },
  }
  const lock: DataOf<'/staff/api/lockList'>[number] = {
    ...{ id: 1, uid: 10_003, username: 'eva', reason: 'stolen_access', remark: 'By telephone.' },
    ...{ reference: null, origin: 'staff', staff: 'manager@glasshouse.test', staffid: 1, agreed: null },
    ...{ from: noon, until: null, ended: null },
  }
  const text = textOf(<Customers />, {
    '/staff/api/userRecent': [opened],
    '/staff/api/lockList': { rows: [lock], total: 1 },
  })
  expect(text).toMatch(/Opened by you last.*u 10002 ben.*Locked now.*u 10003 eva/s)
  const none = textOf(<Customers />, {
    '/staff/api/userRecent': [],
    '/staff/api/lockList': { rows: [], total: 0 },
  })
  expect(none).toContain('No account is locked')
})

it('an account is closed, locked or open, closed before all', () => {
  const state = (isLocked: boolean, closedMs: number | null) =>
    textOf(<AccountStatus account={{ isLocked, closedMs }} />)
  expect([state(false, null), state(true, null), state(false, noon), state(true, noon)]).toEqual([
    'open',
    'locked',
    'closed',
    'closed',
  ])
})
