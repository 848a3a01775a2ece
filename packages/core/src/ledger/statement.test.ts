import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { csvRow, maxStatementDays, statementLinkTtlMs, statementPeriod } from './statement.ts'

/** Parses CSV by the grammar of RFC 4180, independent of the product's code. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === ',') {
      row.push(cell)
      cell = ''
    } else if (!quoted && letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at += 1
    } else cell += letter
  }
  return rows
}

describe('a row of a statement', () => {
  it('is parsed back unchanged, except for texts that begin a formula', () => {
    const cells = fc.array(fc.string({ unit: fc.constantFrom(...'ab1.,;"\r\n=+-@\t é字') }), {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(cells, (row) => {
        const [read = [], ...more] = readCsv(csvRow(row))
        expect(more).toEqual([])
        expect(read.map((cell, at) => (cell === `'${row[at]}` ? row[at] : cell))).toEqual(row)
        for (const cell of read)
          expect(/^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false)
      }),
    )
  })

  it('does not escape numbers or signs inside a text', () => {
    expect(csvRow(['-25', '-2.55', '-0.00000001', 'a=1', 'b+c', 'd-e', 'f@g'])).toBe(
      '-25,-2.55,-0.00000001,a=1,b+c,d-e,f@g\r\n',
    )
    expect(csvRow(['-2.5', '10', '-2.5+1', '=A1', '+1', '@x', '-'])).toBe(
      "-2.5,10,'-2.5+1,'=A1,'+1,'@x,'-\r\n",
    )
  })
})

describe('the period of a statement', () => {
  it('covers the first and the last day completely', () => {
    expect(statementPeriod('20260616', '20260616')).toEqual({
      fromMs: Date.UTC(2026, 5, 15, 23),
      untilMs: Date.UTC(2026, 5, 16, 23),
    })
  })

  it('is rejected with the accepted limit', () => {
    expect(statementPeriod('20260230', '20260616')).toEqual({ field: 'from' })
    expect(statementPeriod('20260616', 'x')).toEqual({ field: 'to' })
    expect(statementPeriod('20260617', '20260616')).toEqual({ min: '20260617' })
    expect(statementPeriod('20260101', '20270102')).toEqual({ max: '20270101' })
    expect(statementPeriod('20260101', '20270101')).not.toHaveProperty('max')
  })

  it('follows the previous period without a gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: maxStatementDays }),
        fc.integer({ min: 0, max: 9000 }),
        (days, on) => {
          const first = on * dayMs
          const last = first + (days - 1) * dayMs
          const period = statementPeriod(dayOf(first), dayOf(last))
          const next = statementPeriod(dayOf(last + dayMs), dayOf(last + dayMs))
          if (!('fromMs' in period && 'fromMs' in next)) throw new Error('a period was refused')
          expect(period.untilMs - period.fromMs).toBe(days * dayMs)
          expect(next.fromMs).toBe(period.untilMs)
        },
      ),
    )
  })
})

it('has a link that is valid for five minutes', () => {
  expect(statementLinkTtlMs).toBe(300_000)
})
