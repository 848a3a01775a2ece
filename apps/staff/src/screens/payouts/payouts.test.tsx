import type { DataOf } from '@glasshouse/core/calls'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { withdrawalMethods, withdrawalStates } from '@glasshouse/core/withdrawals/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enabledButtons, markupOf, rowsOf, textOf } from '../../markup.fixture.tsx'
import { PayoutFiles } from './PayoutFiles.tsx'
import Payouts from './Payouts.tsx'

type Row = DataOf<'/staff/api/reviewList'>[number]
type Batch = DataOf<'/staff/api/withdrawBatches'>[number]
const noon = Date.UTC(2026, 5, 16, 11)
const money = fc.bigInt(1n, 10n ** 20n) as fc.Arbitrary<Usdt>

const row = (id: number, state: string, net: Usdt, deadline: number | null): Row =>
  ({
    ...{ kind: 'withdrawal', id, uid: 10_000 + id, username: 'x', createtime: noon, age: 0, deadline },
    ...{ overdue: false, status: 1, summary: '', amount: formatUsdt(net), approvals: 1, needed: 1 },
    ...{ holder: null, decided: null, remark: null, reason: null, customer: null },
    fields: [
      { name: 'state', value: state, form: 'text' },
      { name: 'way', value: 'TRC20', form: 'text' },
      { name: 'destination', value: 'TJCnKs…6sxMW', form: 'text' },
      { name: 'net', value: formatUsdt(net), form: 'amount' },
    ],
  }) as unknown as Row
const listOf = (rows: readonly Row[]) => ({
  '/staff/api/reviewList': { rows: [...rows], total: rows.length },
})
const unitsOf = (text: string | undefined): Usdt => usdt((text ?? '').replaceAll(',', ''))

describe('payouts that are not sent yet', () => {
  it('are every approved one and those with the signer, each with its exact sum, and none that ended', () => {
    const one = fc.record({ state: fc.constantFrom(...withdrawalStates.slice(1)), net: money })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (all) => {
        const rows = all.map(({ state, net }, at) => row(at + 1, state, net, noon))
        const shown = rowsOf(<Payouts />, listOf(rows))
        const expected = all.flatMap(({ state, net }, at) =>
          state === 'approved' || state === 'sending' ? [[String(at + 1), net, state] as const] : [],
        )
        expect(
          shown.filter(([id]) => /^\d+$/.test(id ?? '')).map((cells) => [cells[0], unitsOf(cells[4])]),
        ).toEqual(expected.map(([id, net]) => [id, net]))
        for (const [at, [, , state]] of expected.entries())
          expect(shown[at]?.[6]).toBe(state === 'sending' ? 'handed to the signer' : 'approved')
      }),
      { numRuns: 25 },
    )
  })

  it('are recorded as sent only where the signer has them, and can fail from either state', () => {
    const rows = [row(1, 'approved', usdt('5'), noon), row(2, 'sending', usdt('5'), noon)]
    const labels = enabledButtons(<Payouts />, listOf(rows))
    expect(labels.filter((label) => label === 'Sent')).toHaveLength(1)
    expect(labels.filter((label) => label === 'Mark as failed')).toHaveLength(2)
  })

  it('show their deadline at UTC+1, or that there is none, and a masked destination only', () => {
    const [first, second] = rowsOf(
      <Payouts />,
      listOf([row(1, 'approved', usdt('5'), noon), row(2, 'approved', usdt('5'), null)]),
    )
    expect([first?.[5], second?.[5]]).toEqual(['16 Jun 2026, 12:00:00', '—'])
    expect(first?.[3]).toBe('TJCnKs…6sxMW')
  })

  it('say that there are none, and that no key is held here', () => {
    const text = textOf(<Payouts />, listOf([]))
    expect(text).toContain('No approved withdrawals')
    expect(text).toContain('Glasshouse holds no private keys.')
  })
})

describe('files of the signer', () => {
  const batch = (change: Partial<Batch> = {}): Batch => ({
    ...{
      id: 7,
      way: '1002' as const,
      made: noon,
      staff: 'one@x',
      count: 3,
      sent: 1,
      failed: 0,
      total: '1250.5',
    },
    checksum: `${'a'.repeat(32)}${'b'.repeat(32)}`,
    ...change,
  })
  const listed = (rows: readonly Batch[]) => ({
    '/staff/api/withdrawBatches': { rows: [...rows], total: rows.length },
  })

  it('name every way in words', () => {
    const rows = withdrawalMethods.map((way, at) => batch({ id: at + 1, way }))
    expect(rowsOf(<PayoutFiles />, listed(rows)).map((cells) => cells[2])).toEqual(['Bank', 'ERC20', 'TRC20'])
  })

  it('show progress and sum exactly, and the whole checksum to copy', () => {
    fc.assert(
      fc.property(money, fc.nat(500), fc.nat(500), (total, sent, more) => {
        const one = batch({ total: formatUsdt(total), sent, count: sent + more })
        const [cells] = rowsOf(<PayoutFiles />, listed([one]))
        expect([cells?.[4], unitsOf(cells?.[5])]).toEqual([`${sent} of ${sent + more}`, total])
      }),
      { numRuns: 20 },
    )
    expect(markupOf(<PayoutFiles />, listed([batch()]))).toContain(`${'a'.repeat(32)}${'b'.repeat(32)}`)
  })

  it('name what was given back beside what was sent', () => {
    const [cells] = rowsOf(<PayoutFiles />, listed([batch({ sent: 1, failed: 2 })]))
    expect(cells?.[4]).toBe('1 of 3, 2 failed')
  })

  it('can each be fetched again, and a new one can be made also while there is none', () => {
    expect(
      enabledButtons(<PayoutFiles />, listed([batch(), batch({ id: 8 })])).filter(
        (label) => label === 'Download again',
      ),
    ).toHaveLength(2)
    expect(enabledButtons(<PayoutFiles />, listed([]))).toContain('Create payout file')
    expect(textOf(<PayoutFiles />, listed([]))).toContain('customers cannot cancel what is in them')
  })
})
