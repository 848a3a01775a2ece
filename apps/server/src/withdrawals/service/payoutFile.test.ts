import { usdt } from '@glasshouse/core/money/units'
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
