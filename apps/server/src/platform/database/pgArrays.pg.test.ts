import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pgNumberArray, pgTextArray } from './pgArrays.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => database.drop())

/** Values of a column as parsed by PostgreSQL. */
const readBack = async (column: string, type: 'numeric[]' | 'text[]'): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ value: unknown }>`
    select value from unnest(${column}::${sql.raw(type)}) with ordinality as u (value, place) order by place`.execute(
    database.db,
  )
  return rows.map(({ value }) => value)
}

it('transfers whole numbers of any size and null unchanged', async () => {
  const values = [0n, -1n, 10n ** 37n, -(10n ** 37n), null, 9_007_199_254_740_993n]
  expect(await readBack(pgNumberArray(values), 'numeric[]')).toEqual(values)
  expect(await readBack(pgNumberArray([1, null, -2]), 'numeric[]')).toEqual([1n, null, -2n])
  expect(await readBack(pgNumberArray([]), 'numeric[]')).toEqual([])
})

it('transfers any text unchanged', async () => {
  const odd = [
    '',
    ' ',
    'NULL',
    'null',
    null,
    '{}',
    'a,b',
    '"',
    '\\',
    '\\"',
    "'",
    '\n\t',
    '$1',
    'ü漢🙂',
    '\\\\""',
  ]
  expect(await readBack(pgTextArray(odd), 'text[]')).toEqual(odd)
  // PostgreSQL stores no NUL and no unpaired surrogate.
  const text = fc.string({ unit: 'grapheme' }).map((any) => any.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      expect(await readBack(pgTextArray(values), 'text[]')).toEqual(values)
    }),
    { numRuns: 50 },
  )
})
