import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildPayoutFile, sha256Hex } from './payoutFile.ts'

const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const bank = JSON.stringify({
  accntnm: '=HYPERLINK("x")',
  bankno: 'A, "B" & Co',
  iban: 'DE89370400440532013000',
})

it('has one line per withdrawal with its payout, in the given order', () => {
  const lines = [
    { id: 7, net: usdt('95'), destination: address },
    { id: 9, net: usdt('0.95000001'), destination: address },
  ]
  expect(buildPayoutFile('1002', 'csv', lines)).toBe(
    `id,network,amount,address\r\n7,TRC20,95,${address}\r\n9,TRC20,0.95000001,${address}\r\n`,
  )
  expect(buildPayoutFile('1001', 'jsonl', lines.slice(0, 1))).toBe(
    `{"id":"7","network":"ERC20","amount":"95","address":"${address}"}\n`,
  )
})

it('writes bank data to fixed columns and escapes formulas', () => {
  const csv = buildPayoutFile('bank', 'csv', [{ id: 1, net: usdt('10'), destination: bank }])
  const [header = '', line = ''] = csv.split('\r\n')
  expect(header.split(',').slice(0, 4)).toEqual(['id', 'network', 'amount', 'accntnm'])
  expect(line).toContain(`"'=HYPERLINK(""x"")"`)
  expect(line).toContain('"A, ""B"" & Co"')
  const json = buildPayoutFile('bank', 'jsonl', [{ id: 1, net: usdt('10'), destination: bank }])
  expect(JSON.parse(json)).toMatchObject({ accntnm: '=HYPERLINK("x")', bankno: 'A, "B" & Co', ifsc: '' })
})

it('has another checksum when a single letter differs', () => {
  const file = buildPayoutFile('1002', 'csv', [{ id: 7, net: usdt('95'), destination: address }])
  expect(sha256Hex(file)).toMatch(/^[0-9a-f]{64}$/)
  expect(sha256Hex(file.replace('95', '96'))).not.toBe(sha256Hex(file))
})

/** Reads CSV by RFC 4180, letter by letter: the signer's side, which shares nothing with the writer. */
const readCsv = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = []
  let [row, cell, isQuoted] = [[] as string[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\r' && text.charAt(at + 1) === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
      at += 1
    } else cell += letter
  }
  expect([row, cell, isQuoted]).toEqual([[], '', false])
  return rows
}

const bankFields = [
  ...['accntnm', 'firstname', 'lastname', 'bankno', 'accntno', 'iban', 'ifsc', 'branchname', 'address'],
  ...['locality', 'town', 'city', 'postcode'],
]
const text = fc.string({ unit: fc.constantFrom(...'ab1 ,"\'\r\n\t=+-@é中;|') })
const anyBank = fc.record(
  Object.fromEntries(bankFields.map((name) => [name, fc.option(text, { nil: undefined })])),
)
const anyLine = fc.record({
  id: fc.integer({ min: 1, max: 10 ** 9 }),
  net: fc.bigInt(1n, 10n ** 20n) as fc.Arbitrary<Usdt>,
  bank: anyBank,
})

it('whatever customers typed, a line of bank data stays one line of as many cells, with its own amount', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), (lines) => {
      const written = lines.map(({ id, net, bank: data }) => ({ id, net, destination: JSON.stringify(data) }))
      const [header = [], ...rows] = readCsv(buildPayoutFile('bank', 'csv', written))
      expect(header).toEqual(['id', 'network', 'amount', ...bankFields])
      expect(rows).toHaveLength(lines.length)
      for (const [at, { id, net, bank: data }] of lines.entries()) {
        const cells = rows[at] ?? []
        expect(cells.slice(0, 3)).toEqual([String(id), 'bank', formatUsdt(net)])
        for (const [place, name] of bankFields.entries()) {
          const [typed, cell] = [data[name] ?? '', cells[place + 3] ?? '?']
          // A text that a spreadsheet would run is kept from it, and only such a text is changed.
          const runs = /^[=+\-@\t\r]/.test(typed) && !/^-?\d+(\.\d+)?$/.test(typed)
          expect(cell).toBe(runs ? `'${typed}` : typed)
        }
      }
      const jsonLines = buildPayoutFile('bank', 'jsonl', written).split('\n')
      expect(jsonLines.pop()).toBe('')
      for (const [at, { id, net, bank: data }] of lines.entries())
        expect(JSON.parse(jsonLines[at] ?? '')).toEqual({
          id: String(id),
          network: 'bank',
          amount: formatUsdt(net),
          ...Object.fromEntries(bankFields.map((name) => [name, data[name] ?? ''])),
        })
    }),
  )
})

it('knows no field of a destination that no column names, so that a planted one reaches no one', () => {
  const planted = JSON.stringify({
    iban: 'DE89370400440532013000',
    amount: '1000000',
    network: 'other',
    id: '9',
  })
  const line = { id: 1, net: usdt('10'), destination: planted }
  expect(JSON.parse(buildPayoutFile('bank', 'jsonl', [line]))).toMatchObject({
    id: '1',
    network: 'bank',
    amount: '10',
    iban: 'DE89370400440532013000',
  })
  expect(buildPayoutFile('bank', 'csv', [line])).not.toContain('1000000')
})

it('of nothing has a header and no lines', () => {
  expect(buildPayoutFile('1001', 'csv', [])).toBe('id,network,amount,address\r\n')
  expect(buildPayoutFile('1001', 'jsonl', [])).toBe('')
})
