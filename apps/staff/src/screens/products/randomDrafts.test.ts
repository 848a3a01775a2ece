import { dayMs } from '@glasshouse/core/calendar/durations'
import { claimsFromWire } from '@glasshouse/core/invest/products/texts/codec'
import { claimNames } from '@glasshouse/core/invest/productTexts'
import { rate } from '@glasshouse/core/invest/rules'
import { parseDecimal, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CopyDraft,
  copyFields,
  copyLabels,
  copyProblem,
  copyRequest,
  emptyCopyDraft,
} from './copyDraft.ts'
import { dueDays } from './dueDays.ts'
import {
  draftProblem,
  emptyDraft,
  fractionOf,
  type InvestDraft,
  newCycle,
  percentOf,
  saveRequest,
} from './investDraft.ts'
import {
  emptyIssue,
  type IssueDraft,
  issueProblem,
  issueRequest,
  minuteOf,
  minuteText,
} from './issueDraft.ts'
import { changesIn, type Draft, draftFields, fieldLabels, requestOf } from './terms.ts'

// Drafts of products with whatever staff type: what is sent is what was typed, and what cannot be sent is named.

const typed = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', ' ', '0', '1', '1.5', ' 7 ', '1e3', '-1', '１', '100', '0.11', '999999999', '1,5'),
)

describe('a percentage', () => {
  it('is a hundred times its fraction, with no digit lost in either direction', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), (millionths) => {
        const percent = `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
        const fraction = fractionOf(percent) ?? ''
        expect(parseDecimal(fraction, 8)).toBe(millionths)
        expect(parseDecimal(percentOf(rate(fraction)), 6)).toBe(millionths)
      }),
    )
  })

  it('that is none, or finer than the fraction, has no fraction', () => {
    for (const text of ['', ' ', 'x', '-1', '1e2', '1,5', '0.0000001', '1.', '.5', '5 %', '１'])
      expect(fractionOf(text), text).toBeNull()
    expect(fractionOf(' 5 ')).toBe('0.05')
  })
})

describe('an investment product', () => {
  const cycle = fc.record({
    id: fc.option(fc.integer({ min: 1, max: 99 })),
    method: fc.constantFrom('fixed' as const, 'compound' as const),
    rate: typed,
    days: typed,
    min: typed,
    max: typed,
  })
  const draft: fc.Arbitrary<InvestDraft> = fc.record({
    kind: fc.constantFrom('yield' as const, 'experience' as const),
    name: typed,
    pictureUrl: typed,
    remark: typed,
    position: typed,
    onSale: fc.constantFrom('0' as const, '1' as const),
    featured: fc.constantFrom('0' as const, '1' as const),
    quota: typed,
    redeemDays: typed,
    redeemFee: typed,
    cycles: fc.array(cycle, { maxLength: 3 }),
    texts: fc.record({ en: fc.record({ source: typed, risk: typed }) }),
    claims: fc.record(
      Object.fromEntries(claimNames.map((name) => [name, fc.record({ text: typed, source: typed })])),
    ) as fc.Arbitrary<InvestDraft['claims']>,
  })

  it('has a problem exactly where a field cannot be read, and without one every number that is sent is one', () => {
    const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim())
    fc.assert(
      fc.property(draft, (one) => {
        const isReadable =
          one.name.trim() !== '' &&
          [one.position, one.redeemDays].every(isWhole) &&
          fractionOf(one.redeemFee) !== null &&
          one.cycles.length > 0 &&
          one.cycles.every(
            ({ rate, days, min, max }) =>
              fractionOf(rate) !== null && isWhole(days) && min.trim() !== '' && max.trim() !== '',
          ) &&
          Object.values(one.claims).every(
            ({ text, source }) => (text.trim() === '') === (source.trim() === ''),
          )
        expect(draftProblem(one) === null).toBe(isReadable)
        if (!isReadable) return
        const request = saveRequest(7, one) as unknown as Record<string, unknown>
        for (const field of ['position', 'redeemdays'])
          expect(Number.isSafeInteger(request[field])).toBe(true)
        const cycles = JSON.parse(String(request.cycles)) as readonly { freezedate: number; rete: string }[]
        expect(cycles.map(({ freezedate }) => freezedate)).toEqual(
          one.cycles.map(({ days }) => Number.parseInt(days.trim(), 10)),
        )
        expect(cycles.map(({ rete }) => percentOf(rate(rete)))).toEqual(
          one.cycles.map((cycle) => percentOf(rate(fractionOf(cycle.rate) ?? ''))),
        )
        // Empty texts and claims are not sent, and nothing that was typed is lost.
        const claims = claimsFromWire(JSON.parse(String(request.claims)))
        for (const [name, { text, source }] of Object.entries(one.claims))
          expect(claims[name]).toEqual(
            text.trim() === '' ? undefined : { text: text.trim(), source: source.trim() },
          )
      }),
      { numRuns: 400 },
    )
  })

  it('is sent with its type when it is new, with its number afterwards', () => {
    const complete = { ...emptyDraft, name: 'P', cycles: [{ ...newCycle, rate: '0.11', days: '7' }] }
    expect(draftProblem(complete)).toBeNull()
    expect(saveRequest(null, complete)).toMatchObject({ kind: 'invest', type: 'yield', quota: '0' })
    expect(saveRequest(3, complete)).toMatchObject({ id: 3 })
    expect(saveRequest(3, complete)).not.toHaveProperty('type')
    expect(saveRequest(3, { ...complete, quota: ' ' })).toMatchObject({ quota: '0' })
  })
})

describe('a copy product', () => {
  const draft = fc.record({
    ...Object.fromEntries(copyFields.map((field) => [field, typed])),
    onSale: fc.constantFrom('0', '1'),
    featured: fc.constantFrom('0', '1'),
  }) as unknown as fc.Arbitrary<CopyDraft>

  it('has a problem exactly where a field cannot be read, and names that field', () => {
    const whole = ['position', 'leadUid', 'periodDays', 'maxMultiple'] as const
    const sentAs = { position: 'position', leadUid: 'leaduid', periodDays: 'freezedate' } as const
    const nameOf = { ...sentAs, maxMultiple: 'maxmultiple' } as const
    fc.assert(
      fc.property(draft, (one) => {
        const problem = copyProblem(one)
        const unreadable = whole.filter((field) => !/^\d{1,12}$/.test(one[field].trim()))
        const empty = copyFields.filter((field) => field !== 'remark' && one[field].trim() === '')
        expect(problem === null).toBe(unreadable.length === 0 && empty.length === 0)
        if (problem !== null && one.name.trim() !== '')
          expect([...unreadable, ...empty].some((field) => problem.includes(copyLabels[field].name))).toBe(
            true,
          )
        if (problem !== null) return
        const request = copyRequest(null, one) as unknown as Record<string, unknown>
        for (const field of whole) expect(request[nameOf[field]]).toBe(Number.parseInt(one[field].trim(), 10))
        for (const [name, field] of [
          ['name', 'name'],
          ['minbuymoney', 'min'],
          ['leadfee', 'leadFee'],
          ['copystop', 'copyStop'],
          ['exitlevy', 'exitLevy'],
        ] as const)
          expect(request[name]).toBe(one[field].trim())
      }),
      { numRuns: 300 },
    )
  })

  it('begins with what the specification offers: 30 days, a fee of 10 %, an end after a fall of 50 %', () => {
    expect(emptyCopyDraft).toMatchObject({ periodDays: '30', leadFee: '10', copyStop: '50', exitLevy: '0.1' })
    expect(copyProblem({ ...emptyCopyDraft, name: 'C', leadUid: '10002' })).toBeNull()
  })
})

describe('an issue', () => {
  it('reads and writes every minute of the calendar at UTC+1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000_000 }), (minutes) => {
        const instant = minutes * 60_000
        expect(minuteOf(minuteText(instant))).toBe(instant)
      }),
    )
  })

  it.each([
    '2026-02-30T09:00',
    '2026-04-31T00:00',
    '2026-06-14T24:30',
    '2026-06-14T09:60',
    '2026-6-14T09:00',
    '',
  ])('is not open at %j, which is no minute', (text) => {
    expect(minuteOf(text)).toBeNull()
  })

  it('opens before it closes, by a minute at least', () => {
    const draft: IssueDraft = {
      ...emptyIssue,
      ...{ pid: '3', price: '2.5', number: '600', max: '500', riskSheet: 'Risk.' },
      ...{ opens: '2026-06-14T09:00', closes: '2026-06-14T09:01', finalDay: '2026-06-20' },
    }
    expect(issueProblem(draft)).toBeNull()
    expect(issueProblem({ ...draft, closes: draft.opens })).toBe('Applications close after they open.')
    expect(issueRequest(null, draft)).toMatchObject({ pid: 3, finaltime: '20260620' })
    for (const price of ['', '0', '0.0', '-1', 'x', '1e3', '0.0000000001'])
      expect(issueProblem({ ...draft, price }), price).toBe('Enter the issue price.')
    for (const number of ['', '0', '-5', '1.5', '007', '1e3', '12345678901'])
      expect(issueProblem({ ...draft, number }), number).toBe('Coins offered is a whole number of coins.')
  })
})

describe('the terms of a market', () => {
  const draft = fc.record(
    Object.fromEntries(draftFields.map((field) => [field, typed])),
  ) as unknown as fc.Arbitrary<Draft>

  it('name each field that changed, once, with both values, and none that only gained blanks', () => {
    fc.assert(
      fc.property(draft, draft, (before, after) => {
        const trimmed = Object.fromEntries(
          Object.entries(before).map(([name, text]) => [name, text.trim()]),
        ) as Draft
        const changed = draftFields.filter((field) => trimmed[field] !== after[field].trim())
        expect(changesIn(trimmed, after)).toEqual(
          changed.map((field) => `${fieldLabels[field].name}: ${trimmed[field]} → ${after[field].trim()}`),
        )
        const padded = Object.fromEntries(
          Object.entries(trimmed).map(([name, text]) => [name, ` ${text} `]),
        ) as Draft
        expect(changesIn(trimmed, padded)).toEqual([])
      }),
    )
  })

  it('are sent only with whole numbers where whole numbers are asked for', () => {
    fc.assert(
      fc.property(draft, (one) => {
        const wrong = (['minLots', 'stepLots', 'scale'] as const).find(
          (field) => !/^\d{1,7}$/.test(one[field].trim()),
        )
        const request = requestOf(3, one)
        if (wrong !== undefined) {
          expect(request).toBe(wrong)
          return
        }
        if (typeof request === 'string') throw new Error(request)
        expect(request).toMatchObject({ pid: 3, minnumber: Number.parseInt(one.minLots.trim(), 10) })
      }),
    )
  })
})

describe('payments due', () => {
  const day = fc.integer({ min: 1, max: 9 }).map((at) => at * dayMs)
  const cents = fc.integer({ min: 0, max: 10_000_000 })
  const product = fc.record({
    reserve: cents,
    due: fc.array(fc.record({ startMs: day, interest: cents, principal: cents }), { maxLength: 6 }),
  })
  const units = (value: number) => (BigInt(value) * 1_000_000n) as Usdt

  it('are the sums of each day, in their order, and what the reserves hold after its interest', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 4 }), (book) => {
        const found = dueDays(
          book.map(({ reserve, due }) => ({
            reserve: units(reserve),
            due: due.map(({ startMs, interest, principal }) => ({
              startMs,
              interest: units(interest),
              principal: units(principal),
            })),
          })),
        )
        let left = book.reduce((sum, { reserve }) => sum + reserve, 0)
        const all = book.flatMap(({ due }) => due)
        const expected = [...new Set(all.map(({ startMs }) => startMs))]
          .toSorted((a, b) => a - b)
          .map((startMs) => {
            const rows = all.filter((row) => row.startMs === startMs)
            const interest = rows.reduce((sum, row) => sum + row.interest, 0)
            left -= interest
            return {
              startMs,
              interest: units(interest),
              principal: units(rows.reduce((sum, row) => sum + row.principal, 0)),
              left: units(left),
            }
          })
        expect(found).toEqual(expected)
      }),
    )
  })

  it('sum the largest amounts exactly, and of nothing to nothing', () => {
    expect(dueDays([])).toEqual([])
    const most = usdt('999999999999999.99999999')
    const due = [{ startMs: dayMs, interest: most, principal: usdt('0.00000001') }]
    const reserve = sumUnits([most, usdt('0.00000001')])
    expect(dueDays([{ reserve, due }])).toEqual([
      { startMs: dayMs, interest: most, principal: 1n, left: usdt('0.00000001') },
    ])
    expect(reserve).toBe(most + 1n)
  })
})
