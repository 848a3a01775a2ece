import { formatTime } from '@glasshouse/core/calendar/days'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatUsdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Statement } from './statement.ts'
import { statementCsv } from './statementCsv.ts'

// A statement is read back as a program would read it: every account adds up from its opening to its closing row.

type Line = { readonly amount: bigint; readonly type: number; readonly atMs: number }
const anyLine: fc.Arbitrary<Line> = fc.record({
  amount: fc.bigInt(-(10n ** 15n), 10n ** 15n).filter((amount) => amount !== 0n),
  type: fc.constantFrom(...Object.values(journal)),
  atMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
})
const anyAccount = fc.record({
  purpose: fc.constantFrom('wallet', 'contract', 'bonus'),
  asset: fc.constantFrom('USDT', 'BTC'),
  opening: fc.bigInt(0n, 10n ** 18n),
  pages: fc.array(fc.array(anyLine, { maxLength: 4 }), { maxLength: 3 }),
})
type AnyAccount = typeof anyAccount extends fc.Arbitrary<infer Value> ? Value : never

const period = { fromMs: Date.UTC(2026, 4, 31, 23), untilMs: Date.UTC(2026, 5, 30, 23) }
const statementOf = (accounts: readonly AnyAccount[], receiptHash: string | null = null) =>
  ({
    uid: 10_001,
    lang: 'en',
    period,
    madeMs: Date.UTC(2026, 6, 1),
    receiptHash,
    owner: { username: 'ada', email: 'ada@example.com' },
    accounts: accounts.map(({ purpose, asset, opening, pages }, at) => {
      let [balance, id] = [opening, 0]
      const rows = pages.map((lines) =>
        lines.map((line) => {
          balance += line.amount
          id += 1
          return { ...line, balance, id, causeKind: 'test', causeId: at }
        }),
      )
      return {
        purpose,
        asset,
        opening,
        closing: balance,
        read: async function* () {
          yield* rows
        },
      }
    }),
  }) as unknown as Statement

/** Cells of a row without line ends: names of types contain commas, and are quoted then. */
const cellsOf = (row: string): readonly string[] =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )

const read = async (statement: Statement): Promise<readonly (readonly string[])[]> => {
  let text = ''
  for await (const part of statementCsv(statement)) text += part
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(0, -2).split('\r\n').map(cellsOf)
}
/** Units of a decimal text, read digit by digit. */
const unitsOf = (text: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(8, '0')}`)
}

describe('a statement as CSV', () => {
  it('has for each account an opening, its lines in order, and a closing that they add up to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAccount, { maxLength: 4 }), async (accounts) => {
        const [header = [], ...rows] = await read(statementOf(accounts))
        expect(header).toEqual([
          'kind',
          'account',
          'asset',
          'time',
          'type',
          'name',
          'amount',
          'balance',
          'cause',
          'causeId',
          'line',
        ])
        expect(rows.every((row) => row.length === header.length)).toBe(true)
        let at = 0
        for (const { purpose, asset, opening, pages } of accounts) {
          const lines = pages.flat()
          const first = rows[at] ?? []
          expect(first.slice(0, 4)).toEqual(['opening', purpose, asset, '2026-06-01 00:00:00'])
          let balance = unitsOf(first[7] ?? '')
          expect(balance).toBe(opening)
          for (const [place, line] of lines.entries()) {
            const cells = rows[at + 1 + place] ?? []
            balance += unitsOf(cells[6] ?? '')
            expect(cells.slice(0, 5)).toEqual([
              'line',
              purpose,
              asset,
              formatTime(line.atMs),
              String(line.type),
            ])
            expect(cells[7]).toBe(formatUsdt(balance))
          }
          const last = rows[at + 1 + lines.length] ?? []
          expect(last.slice(0, 4)).toEqual(['closing', purpose, asset, '2026-07-01 00:00:00'])
          expect(unitsOf(last[7] ?? '')).toBe(balance)
          at += lines.length + 2
        }
        expect(rows).toHaveLength(at)
      }),
      { numRuns: 60 },
    )
  })

  it('ends with the hash of the newest receipt where there is one, and of no account is a header', async () => {
    expect(await read(statementOf([]))).toHaveLength(1)
    const rows = await read(statementOf([], 'ab'.repeat(32)))
    expect(rows.at(-1)).toEqual([
      'receipt',
      '',
      '',
      '2026-07-01 01:00:00',
      '',
      'ab'.repeat(32),
      '',
      '',
      '',
      '',
      '',
    ])
  })

  it('does not hide a type that the journal does not know', async () => {
    const account = {
      purpose: 'wallet',
      asset: 'USDT',
      opening: 0n,
      pages: [[{ amount: 1n, type: 999, atMs: 0 }]],
    }
    await expect(read(statementOf([account as unknown as AnyAccount]))).rejects.toThrow(
      'unknown journal type 999',
    )
  })
})
