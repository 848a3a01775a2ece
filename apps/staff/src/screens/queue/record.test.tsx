import { formatUsdt, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enabledButtons, textOf } from '../../markup.fixture.tsx'
import type { Item } from './item.ts'
import { MoneyPanel } from './MoneyPanel.tsx'
import { QueueRow } from './QueueRow.tsx'
import { Record } from './Record.tsx'

const noon = Date.UTC(2026, 5, 16, 11)
const hour = 3_600_000
const text = (name: string, value: string) => ({ name, value, form: 'text' as const })
const item: Item = {
  ...{ kind: 'withdrawal', id: 7, uid: 10_001, username: 'ada', createdMs: noon, ageMs: hour },
  ...{
    deadlineMs: noon + 24 * hour,
    isOverdue: false,
    state: 'pending',
    summary: 'Withdraw 100 TRC20',
    amount: usdt('100'),
  },
  ...{ approvals: 0, needed: 1, holder: null, decidedMs: null, remark: null, reason: null },
  fields: [text('way', 'TRC20'), { name: 'net', value: '99.5', form: 'amount' }, text('tax', '0.5')],
  ...{
    isDuplicate: null,
    customer: null,
    secrets: [],
    decisions: [],
    reasons: [],
    may: { approve: true, reject: true },
  },
}
const customer = (data?: unknown) => ({
  ...{ busy: false, problem: null, at: 0, reload: () => undefined },
  data: (data ?? undefined) as CustomerDetail | undefined,
})
const person = {
  profile: { isLocked: false, closedMs: null, email: '', registeredMs: noon, creditScore: 100 },
  balances: [{ account: 'wallet', asset: 'USDT', amount: '6900' }],
  journal: [],
}

describe('money of an item', () => {
  const panel = (change: Partial<Item>) =>
    textOf(<MoneyPanel item={{ ...item, ...change }} customer={customer(person)} />)
  it('of a loan says the limit and what secures it', () => {
    const fields = [text('days', '30'), text('limit', '1500'), text('collateral', '2500.5')]
    expect(panel({ kind: 'loan', amount: usdt('500'), fields })).toContain(
      'Requested 500.00 USDT of a limit of 1,500.00 USDT; the orders that count are worth 2,500.50 USDT',
    )
  })
  it('writes the calculation with the figures of the item, which add up', () => {
    const cents = fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(cents, cents, (net, fee) => {
        const fields = [text('net', formatUsdt(net)), text('tax', formatUsdt(fee))]
        const written = panel({ amount: sumUnits([net, fee]), fields })
        const [, amount, charged, arrives] =
          /USDT ([\d,.]+) − ([\d,.]+) fee = ([\d,.]+) arrives/.exec(written) ?? []
        const units = [amount, charged, arrives].map((one) => usdt((one ?? '').replaceAll(',', '')))
        expect(units).toEqual([net + fee, fee, net])
      }),
      { numRuns: 20 },
    )
  })
  it('writes no calculation when a part of it is not known', () => {
    expect(panel({ fields: [text('net', '99.5')] })).not.toContain('arrives')
    expect(panel({ amount: null })).not.toContain('USDT')
  })
  it('names no customer for an issue, which belongs to none', () => {
    expect(panel({ kind: 'subscription', uid: null })).toContain('Nobody sees here who applied')
  })
})

describe('record of an item', () => {
  const record = (change: Partial<Item>, data: unknown = person, role?: 'manager' | 'service') =>
    textOf(
      <Record item={{ ...item, ...change }} customer={customer(data)} />,
      { '/staff/api/auditLog': { rows: [], total: 0 } },
      role,
    )
  it('shows fields in words and amounts exactly', () => {
    expect(record({})).toContain('Way TRC20 Arrives 99.50 USDT Fee 0.5')
  })
  it.each([
    [{ isOverdue: true }, 'Overdue'],
    [{ needed: 2, approvals: 1 }, '1 of 2 managers approved it'],
    [{ isDuplicate: true }, 'Another account has this document'],
    [{ isDuplicate: false }, 'No other account has this document'],
    [{ fields: [text('finding', 'reverted')] }, 'The transaction failed on the chain'],
    [{ fields: [text('finding', 'confirmed'), text('confirmations', '20')] }, 'Final on-chain (20)'],
    [{ fields: [text('finding', 'somethingNew')] }, 'Something new'],
  ])('tells of %o what was checked', (change, sentence) => {
    expect(record(change)).toContain(sentence)
  })
  it('tells whether the account is locked or closed, and nothing while it loads', () => {
    const of = (change: object) => ({ ...person, profile: { ...person.profile, ...change } })
    expect(record({}, of({ isLocked: true }))).toContain('The account is locked')
    expect(record({}, of({ closedMs: noon }))).toContain('The account is closed')
    expect(record({}, null)).not.toMatch(/The account is/)
  })
  it('shows the wallet of the customer, or that it was never used', () => {
    expect(record({})).toContain('Wallet 6,900.00 USDT')
    expect(record({}, { ...person, balances: [] })).toContain('Wallet never used')
  })
  it('offers to change what a withdrawal waits for to managers, while it has not ended', () => {
    const held = { fields: [text('state', 'waiting')] }
    const buttons = (change: Partial<Item>, role?: 'service') =>
      enabledButtons(<Record item={{ ...item, ...change }} customer={customer(person)} />, {}, role)
    expect(buttons(held)).toContain('Set pending reason')
    expect(buttons({ fields: [text('state', 'sent')] })).not.toContain('Set pending reason')
    expect(buttons(held, 'service')).not.toContain('Set pending reason')
  })
})

describe('row of the queue', () => {
  const row = (change: Partial<Item>, sinceMs = 0) =>
    textOf(
      <QueueRow
        row={{ ...item, ...change }}
        ownId={1}
        sinceMs={sinceMs}
        isChosen={false}
        onChoose={() => undefined}
      />,
    )
  it('counts the time that is left down, and then how late it is', () => {
    expect(row({})).toBe('Withdrawal u 10001 23 h 0 m left 100 TRC20')
    expect(row({}, 22 * hour + 30 * 60_000)).toContain('30 m left')
    expect(row({}, 24 * hour)).toContain('1 h 0 m late')
  })
  it('shows the age of what has no deadline', () => {
    expect(row({ deadlineMs: null }, hour)).toContain('u 10001 2 h 0 m')
  })
  it('says who has it, or how many approved it', () => {
    expect(row({ holder: { id: 1, name: 'Me' } as Item['holder'] })).toContain('yours')
    expect(row({ holder: { id: 2, name: 'Other' } as Item['holder'] })).toContain('Other')
    expect(row({ needed: 2, approvals: 1 })).toContain('1 of 2 approved')
  })
})
