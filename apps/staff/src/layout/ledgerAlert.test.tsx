import { expect, it } from 'vitest'
import { markupOf, textOf } from '../markup.fixture.tsx'
import { LedgerAlert } from './LedgerAlert.tsx'

const status = (sound: boolean, broken: readonly string[] = [], since: number | null = null) =>
  ({ '/api/trust/status': { ledger: { sound, broken, since } } }) as unknown as Parameters<typeof textOf>[1]

it('says on every page what is broken, since when, and what is suspended, to both roles', () => {
  const broken = ['balances add up', '<b>names</b> of rows']
  for (const role of ['manager', 'service'] as const) {
    const text = textOf(<LedgerAlert />, status(false, broken, Date.UTC(2026, 5, 16, 11)), role)
    expect(text).toContain('The ledger is broken since 16 Jun 2026, 12:00:00, UTC+1')
    expect(text).toContain('transfers to others and withdrawals are suspended')
    expect(text).toContain('balances add up')
  }
  expect(markupOf(<LedgerAlert />, status(false, broken))).not.toContain('<b>names')
  expect(textOf(<LedgerAlert />, status(false, broken))).toContain('The ledger is broken. New orders')
})

it('takes no place while the ledger is sound, and claims nothing before it is known', () => {
  expect([markupOf(<LedgerAlert />, status(true)), markupOf(<LedgerAlert />)]).toEqual(['', ''])
})

it('can be dismissed by no one: there is nothing to press but the way to the rows', () => {
  const markup = markupOf(<LedgerAlert />, status(false, ['x'], 1))
  expect(markup).not.toContain('<button')
  expect(markup).toContain('role="alert"')
})
