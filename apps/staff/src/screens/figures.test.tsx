import type { DataOf } from '@glasshouse/core/calls'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enabledButtons, markupOf, rowsOf, textOf } from '../markup.fixture.tsx'
import { Books } from './health/Books.tsx'
import Payouts from './payouts/Payouts.tsx'
import { Channels } from './products/Channels.tsx'
import { InvestBook } from './products/InvestBook.tsx'
import { Investments } from './products/Investments.tsx'
import Reserves from './reserves/Reserves.tsx'

type Reserve = DataOf<'/staff/api/reserveList'>[number]
const noon = Date.UTC(2026, 5, 16, 11)
const trading: Reserve = {
  ...{ reserve: 'trading', asset: 'USDT' },
  ...{ balance: '1234567.5', promised: '200000.25', free: '1034567.25', owed: '0' },
  days: [
    { day: '20260614', balance: '1000000' },
    { day: '20260615', balance: '2.5' },
    { day: '20260616', balance: '1234567.5' },
  ],
}
const money = fc.bigInt(0n, 10n ** 18n) as fc.Arbitrary<Usdt>
/** An amount as the console writes it, in units again. */
const unitsOf = (text: string | undefined): Usdt => usdt((text ?? '').replaceAll(',', '').replace('−', '-'))

describe('reserves', () => {
  it('shows balance, committed and free of each reserve exactly', () => {
    fc.assert(
      fc.property(money, money, (promised, free) => {
        const balance = formatUsdt((promised + free) as Usdt)
        const row = { ...trading, balance, promised: formatUsdt(promised), free: formatUsdt(free) }
        const text = textOf(<Reserves />, { '/staff/api/reserveList': [row] })
        const [, shown, committed, left] =
          /lose\. ([\d,.]+) USDT Committed ([\d,.]+) Free ([\d,.]+)/.exec(text) ?? []
        expect([shown, committed, left].map(unitsOf)).toEqual([promised + free, promised, free])
      }),
      { numRuns: 5 },
    )
  })
  it('shows the balance over the days that are known, with the least and the most', () => {
    expect(textOf(<Reserves />, { '/staff/api/reserveList': [trading] })).toContain(
      'since 14 Jun 2026: lowest 2.50, highest 1,234,567.50',
    )
    const today = { ...trading, days: trading.days.slice(2) }
    expect(textOf(<Reserves />, { '/staff/api/reserveList': [today] })).not.toContain('since')
  })
  it('names a debt to customers where there is one, and not where there is none', () => {
    const of = (owed: string) => textOf(<Reserves />, { '/staff/api/reserveList': [{ ...trading, owed }] })
    expect(of('12.5')).toContain('nothing new is opened until it is funded 12.50')
    expect(of('0')).not.toContain('Owed')
  })
  it('lets managers move capital, others see why not', () => {
    const list = { '/staff/api/reserveList': [trading] }
    expect(enabledButtons(<Reserves />, list)).toContain('Move capital')
    expect(enabledButtons(<Reserves />, list, 'service')).not.toContain('Move capital')
    expect(markupOf(<Reserves />, list, 'service')).toContain('Managers only')
  })
  it('lists what was put in or taken out with time, direction and member', () => {
    const move = { id: 7, reserve: 'interest:3', asset: 'USDT', remark: 'for June' } as const
    const rows = [
      { ...move, direction: 'in' as const, amount: '5000', staffid: 2, time: noon },
      { ...move, id: 6, direction: 'out' as const, amount: '0.00000001', staffid: 1, time: noon - 1000 },
    ]
    expect(rowsOf(<Reserves />, { '/staff/api/fundList': { rows, total: 2 } })).toEqual([
      ['7', '16 Jun 2026, 12:00:00', 'Interest of product 3', 'in', '5,000.00', 'for June', 'staff 2'],
      ['6', '16 Jun 2026, 11:59:59', 'Interest of product 3', 'out', '0.00000001', 'for June', 'staff 1'],
    ])
  })
})

describe('books', () => {
  const invariant = (name: string, broken: number) => ({
    ...{ name, holds: broken === 0, broken },
    examples: broken === 0 ? [] : ['transaction 5', 'transaction 9'],
  })
  const report = (invariants: ReturnType<typeof invariant>[]) => ({
    at: noon,
    balanced: invariants.every(({ holds }) => holds),
    invariants,
  })
  it('lists what is broken first, with how often and examples', () => {
    const found = { '/staff/api/ledgerCheck': report([invariant('sums', 0), invariant('balances', 2)]) }
    expect(rowsOf(<Books />, found)).toEqual([
      ['balances', 'broken', '2', 'transaction 5, transaction 9'],
      ['sums', 'holds', '0', '—'],
    ])
    expect(textOf(<Books />, found)).toContain('Ledger NOT balanced')
  })
  it('says when it was checked, and that the ledger is balanced', () => {
    const text = textOf(<Books />, { '/staff/api/ledgerCheck': report([invariant('sums', 0)]) })
    expect(text).toContain('checked 16 Jun 2026, 12:00:00, UTC+1')
    expect(text).toContain('Ledger balanced')
  })
  it('claims nothing before the check has answered', () => {
    expect(textOf(<Books />)).not.toMatch(/balanced/i)
  })
})

describe('payments due', () => {
  it('sums of the products are the sums of their figures, to the unit', () => {
    const product = (id: number, [sold, promised, reserve, free]: readonly Usdt[]) => ({
      ...{ id, name: `P${id}`, kind: 'yield' as const, orders: 1, due: [] },
      ...{ sold: formatUsdt(sold ?? usdt('0')), promised: formatUsdt(promised ?? usdt('0')) },
      ...{ reserve: formatUsdt(reserve ?? usdt('0')), free: formatUsdt(free ?? usdt('0')) },
    })
    const figures = fc.array(fc.tuple(money, money, money, money), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(figures, (all) => {
        const text = textOf(<InvestBook />, {
          '/staff/api/investBook': all.map((one, id) => product(id, one)),
        })
        const [, ...sums] =
          /Sold ([\d,.]+), promised ([\d,.]+), reserve ([\d,.]+), free ([\d,.]+)/.exec(text) ?? []
        expect(sums.map(unitsOf)).toEqual(
          [0, 1, 2, 3].map((at) => all.reduce((sum, one) => sum + (one[at] ?? 0n), 0n)),
        )
      }),
      { numRuns: 5 },
    )
  })
  it('subtracts the interest of each day from what the reserves hold', () => {
    const due = [
      { daily: '20260616', interest: '1.5', principal: '0' },
      { daily: '20260617', interest: '2', principal: '1000' },
    ]
    const book = [
      { id: 1, name: 'Seven days', kind: 'yield' as const, orders: 2, due },
      { id: 2, name: 'Trial', kind: 'experience' as const, orders: 0, due: [] },
    ].map((one) => ({ ...one, sold: '1000', promised: '3.5', reserve: '5', free: '1.5' }))
    expect(rowsOf(<InvestBook />, { '/staff/api/investBook': book })).toEqual([
      ['16 Jun 2026', '1.50', '0.00', '8.50'],
      ['17 Jun 2026', '2.00', '1,000.00', '6.50'],
    ])
  })
})

describe('investment products', () => {
  const cycle = {
    id: 1,
    interesttype: 1,
    rete: '0.0011',
    freezedate: 7,
    minbuymoney: '100',
    maxbuymoney: '1000',
  }
  const product = {
    ...{
      id: 4,
      kind: 'yield',
      name: 'Seven days',
      picurl: '',
      remark: '',
      position: 1,
      onsale: 1,
      ishot: 1,
      status: 1,
    },
    ...{ cycles: [cycle, { ...cycle, id: 2, interesttype: 2, freezedate: 30 }], quota: '0', redeemdays: 1 },
    ...{ redeemfee: '1', texts: {}, claims: {}, sold: '2700', promised: '2.97', reserve: '10', free: '7.03' },
    ...{ createtime: noon, changed: noon, approvals: 0 },
  } as unknown as DataOf<'/staff/api/productList'>[number]
  const row = (change: object) =>
    rowsOf(<Investments />, { '/staff/api/productList': [{ ...product, ...change }] })[0]
  it('shows terms in percent, and what was sold, promised and reserved', () => {
    expect(row({})?.slice(0, 9)).toEqual([
      ...['4', 'Seven days yield featured', 'on sale', 'fixed 7 d 0.11 %, compound 30 d 0.11 %'],
      ...['2,700.00', '2.97', '10.00', '7.03', '16 Jun 2026'],
    ])
  })
  it.each([
    [{ status: 2 }, 'sold out'],
    [{ onsale: 0 }, 'off sale'],
    [{ onsale: 0, status: 2, approvals: 1 }, 'off sale second manager needed'],
  ])('names the state of %o', (change, state) => {
    expect(row(change)?.[2]).toBe(state)
  })
  it('leaves markets and issues to their own lists', () => {
    const market = { pid: 1, symbol: 'BTCUSDT' } as unknown as typeof product
    const ids = rowsOf(<Investments />, { '/staff/api/productList': [market, product] }).map(([id]) => id)
    expect(ids).toEqual(['4'])
  })
})

describe('deposit channels', () => {
  const channel = {
    ...{ code: 'card', name: 'Card', adapter: 'sandbox' as const, minprice: '10', maxprice: '50000' },
    ...{ options: ['100', '500'], on: 1, open: true, place: 2 },
  } as unknown as DataOf<'/staff/api/payChannelList'>[number]
  const list = { '/staff/api/payChannelList': [channel] }
  it('shows limits and buttons', () => {
    expect(rowsOf(<Channels />, list)[0]?.slice(0, 7)).toEqual([
      ...['card', 'Card', 'sandbox', '10.00', '50,000.00', '100, 500', '2'],
    ])
  })
  it('can be changed and added by managers only', () => {
    expect(enabledButtons(<Channels />, list)).toEqual(
      expect.arrayContaining(['Add a channel', 'Change Card']),
    )
    const others = enabledButtons(<Channels />, list, 'service')
    expect(others).not.toContain('Add a channel')
    expect(others).not.toContain('Change Card')
  })
})

describe('payouts', () => {
  const field = (name: string, value: string) => ({ name, value, form: 'text' as const })
  const withdrawal = (id: number, state: string, fields = [field('net', '99.5')]) =>
    ({
      ...{ kind: 'withdrawal', id, uid: 10_001, username: 'x', createtime: noon, age: 0, deadline: noon },
      ...{ overdue: false, status: 1, summary: '', amount: '100', approvals: 1, needed: 1, holder: null },
      ...{ decided: null, remark: null, reason: null, customer: null },
      fields: [field('state', state), field('way', 'TRC20'), field('destination', 'T…x'), ...fields],
    }) as unknown as DataOf<'/staff/api/reviewList'>[number]
  const list = (...rows: ReturnType<typeof withdrawal>[]) => ({
    '/staff/api/reviewList': { rows, total: rows.length },
  })
  it('offers to record as sent only what the signer has', () => {
    const rows = rowsOf(<Payouts />, list(withdrawal(5, 'sending'), withdrawal(6, 'approved')))
    expect(rows.map((cells) => [cells[0], cells[4], ...cells.slice(6)])).toEqual([
      ['5', '99.50', 'handed to the signer', 'Sent Mark as failed'],
      ['6', '99.50', 'approved', 'Mark as failed'],
    ])
  })
  it('shows no amount that it does not know, and nothing that has ended', () => {
    const known = list(
      withdrawal(5, 'approved', []),
      ...['sent', 'rejected', 'cancelled'].map((state, at) => withdrawal(10 + at, state)),
    )
    const rows = rowsOf(<Payouts />, known)
    expect(rows.map((cells) => [cells[0], cells[4]])).toEqual([['5', 'not known']])
  })
})
