import { approvalRequestToWire, type OpenApprovalRequest } from '@glasshouse/core/staff/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enabledButtons, markupOf, rowsOf, textOf } from '../markup.fixture.tsx'
import { type ApprovableCall, ApprovalRequests } from './ApprovalRequests.tsx'
import { CopyableText } from './CopyableText.tsx'
import { DataTable } from './DataTable.tsx'
import { ListPager } from './ListPager.tsx'
import { sorted } from './order.ts'

const noon = Date.UTC(2026, 5, 16, 11)

describe('a request for a second manager', () => {
  const request: OpenApprovalRequest = {
    ...{
      id: 9,
      action: 'configSet',
      target: 'setting cash_min',
      staffId: 2,
      staff: 'second@glasshouse.test',
    },
    ...{ payload: { key: 'cash_min', value: '20' }, atMs: noon, untilMs: noon + 86_400_000, isMine: false },
  }
  const list = (...changes: Partial<OpenApprovalRequest>[]) => ({
    '/staff/api/proposalList': {
      rows: changes.map((change, id) => approvalRequestToWire({ ...request, id, ...change })),
      total: changes.length,
    },
  })
  const of: readonly ApprovableCall[] = ['configSet']
  it('says what would be done, who asked and until when', () => {
    expect(textOf(<ApprovalRequests of={of} />, list({}))).toBe(
      'setting Smallest withdrawal to a bank : Smallest withdrawal to a bank: 20 requested by second@glasshouse.test, 16 Jun 2026, 12:00:00; expires 17 Jun 2026, 12:00:00 Approve Withdraw request',
    )
  })
  it('can be withdrawn and not be approved by the one who asked', () => {
    const mine = list({ isMine: true })
    expect(textOf(<ApprovalRequests of={of} />, mine)).toContain('requested by you')
    expect(enabledButtons(<ApprovalRequests of={of} />, mine)).toEqual(['Withdraw request'])
    expect(enabledButtons(<ApprovalRequests of={of} />, list({}))).toEqual(['Approve', 'Withdraw request'])
  })
  it('is listed by its section only, and where asked for its target only', () => {
    const all = list({}, { action: 'fund', target: 'reserve trading', payload: { amount: '5' } })
    expect(textOf(<ApprovalRequests of={['fund']} />, all)).toMatch(/^reserve trading : Amount 5 /)
    expect(markupOf(<ApprovalRequests of={['memberAdd']} />, all)).toBe('')
    expect(markupOf(<ApprovalRequests of={of} about="setting cash_max" />, all)).toBe('')
    expect(markupOf(<ApprovalRequests of={of} about="setting cash_min" />, all)).not.toBe('')
  })
  it('takes no place while there is none, and while none has arrived', () => {
    expect([list(), {}].map((received) => markupOf(<ApprovalRequests of={of} />, received))).toEqual(['', ''])
  })
})

describe('a table of data', () => {
  type Row = { readonly name: string; readonly amount: string | null }
  const table = (rows: readonly Row[] | undefined, problem: string | null = null) => (
    <DataTable<Row>
      name="rows"
      caption="Rows"
      rows={rows}
      rowKey={({ name }) => name}
      problem={problem}
      onRetry={() => undefined}
      empty={{ icon: 'rows', title: 'Nothing yet', text: 'It comes.' }}
      columns={[
        { id: 'name', title: 'Name', value: ({ name }) => name },
        { id: 'amount', title: 'Amount', value: ({ amount }) => amount },
        { id: 'act', title: '', value: () => null, cell: () => 'act' },
      ]}
    />
  )
  it('shows values as they are, a dash for none, and rows in the order of the server', () => {
    const rows = [
      { name: 'b', amount: '1.00000001' },
      { name: 'a', amount: null },
    ]
    expect(rowsOf(table(rows))).toEqual([
      ['b', '1.00000001', 'act'],
      ['a', '—', 'act'],
    ])
  })
  it('sorts by every column but that of buttons', () => {
    const markup = markupOf(table([]))
    const heads = [...markup.matchAll(/aria-label="([^"]*, sort \w+)"/g)].map(([, label]) => label)
    expect(heads).toEqual(['Name, sort ascending', 'Amount, sort ascending'])
    expect(markup).toContain('<span class="sr-only">Actions</span>')
  })
  it('tells apart what is empty, loading and not loaded', () => {
    expect(textOf(table([]))).toContain('Nothing yet It comes.')
    expect(markupOf(table(undefined))).toContain('aria-busy="true"')
    const failed = textOf(table(undefined, 'Too many requests.'))
    expect(failed).toContain('Couldn’t load Too many requests. Try again')
    expect(textOf(table([{ name: 'kept', amount: '1' }], 'Too many requests.'))).not.toContain(
      'Couldn’t load',
    )
  })
  it('saves nothing while there is nothing', () => {
    expect(enabledButtons(table([]))).not.toContain('CSV')
    expect(enabledButtons(table([{ name: 'a', amount: '1' }]))).toContain('CSV')
  })
})

describe('pages of a list', () => {
  const pager = (total: number | undefined, page: number, pageSize = 25) =>
    textOf(<ListPager label="Pages" total={total} page={page} pageSize={pageSize} onPage={() => undefined} />)
  it('say which rows are shown, to the last one and not beyond', () => {
    expect(pager(60, 1)).toBe('1 to 25 of 60 1')
    expect(pager(60, 3)).toBe('51 to 60 of 60 3')
    expect(pager(1234, 2, 1000)).toBe('1,001 to 1,234 of 1,234 2')
    expect(pager(25, 1)).toBe('1 to 25 of 25')
  })
  it('take no place without rows, and before their number is known', () => {
    expect([pager(0, 1), pager(undefined, 1)]).toEqual(['', ''])
  })
  it('together show every row once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (total, pageSize) => {
        const pages = Math.ceil(total / pageSize)
        const ranges = Array.from({ length: pages }, (_, at) =>
          (/^(\d+) to (\d+)/.exec(pager(total, at + 1, pageSize)) ?? []).slice(1).map(Number),
        )
        const shown = ranges.flatMap(([first = 0, last = 0]) =>
          Array.from({ length: last - first + 1 }, (_, at) => first + at),
        )
        expect(shown).toEqual(Array.from({ length: total }, (_, at) => at + 1))
      }),
      { numRuns: 10 },
    )
  })
})

describe('text to copy', () => {
  const hash = `${'a'.repeat(10)}${'b'.repeat(54)}`
  it('is shortened unless it may have to be typed, and whole in its title', () => {
    expect(textOf(<CopyableText text={hash} what="Hash of 7" />)).toBe('Copy Hash of 7 aaaaaa…bbbbbb')
    expect(textOf(<CopyableText text={hash} what="Secret" whole />)).toBe(`Copy Secret ${hash}`)
    expect(markupOf(<CopyableText text={hash} what="Hash" />)).toContain(`title="${hash}"`)
  })
})

describe('the order of rows', () => {
  const amount = fc.bigInt(-(10n ** 20n), 10n ** 20n)
  const textual = (units: bigint): string => {
    const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
  }
  it('of amounts is exact where floating point numbers are not', () => {
    fc.assert(
      fc.property(fc.array(amount), fc.boolean(), (units, descending) => {
        const wanted = units.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        const found = sorted(units.map(textual), (text) => text, descending)
        expect(found).toEqual((descending ? wanted.toReversed() : wanted).map(textual))
      }),
      { numRuns: 50 },
    )
  })
  it('keeps equal rows where they were in both directions', () => {
    const rows = ['1.0', '1', '1.00'].map((value, at) => ({ value, at }))
    for (const descending of [false, true])
      expect(sorted(rows, ({ value }) => value, descending).map(({ at }) => at)).toEqual([0, 1, 2])
  })
})
