import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRows } from './rowColumns.fixture.ts'
import { rowColumns } from './rowColumns.ts'

type Row = {
  readonly id: number
  readonly amount: bigint | null
  readonly note: string | null
  readonly evidence: object | null
}

const columns = rowColumns<Row>([
  ['id', 'bigint', ({ id }) => id],
  ['amount', 'numeric', ({ amount }) => amount],
  ['note', 'text', ({ note }) => note],
  ['evidence', 'jsonb', ({ evidence }) => evidence],
])

const rows = fc.array(
  fc.record({
    id: fc.maxSafeNat(),
    amount: fc.option(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n })),
    note: fc.option(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NULL', '"', '\\', ',', '}', '')),
    ),
    evidence: fc.option(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()))),
  }),
)

it('an independent reading of the columns gives the rows back', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const read = readRows(columns.names, columns.textsOf(given))
      const result = read.map(({ id, amount, note, evidence }) => ({
        id: Number(id),
        amount: amount === null || amount === undefined ? null : BigInt(amount),
        note,
        evidence: evidence === null || evidence === undefined ? null : JSON.parse(evidence),
      }))
      expect(result).toEqual(given)
    }),
  )
})

it('a row that holds a null of JSON in a field is not taken for a row without a value', () => {
  const [text] = rowColumns<{ readonly given: object | null }>([
    ['given', 'jsonb', ({ given }) => given],
  ]).textsOf([{ given: null }, { given: { seen: null } }])
  expect(text).toBe('{NULL,"{\\"seen\\":null}"}')
})

it('numbers the parameters from the first, or behind others', () => {
  expect(columns.unnest()).toBe('unnest($1::bigint[], $2::numeric[], $3::text[], $4::jsonb[])')
  expect(columns.unnest(6)).toBe('unnest($7::bigint[], $8::numeric[], $9::text[], $10::jsonb[])')
})
