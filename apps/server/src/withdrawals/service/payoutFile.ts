import { createHash } from 'node:crypto'
import { bankFields, bankFieldToWire, bankFromText } from '@glasshouse/core/destinations/codec'
import { csvRow } from '@glasshouse/core/ledger/statement'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'

/** One withdrawal of a file: its payout and the full destination (an address, or bank data as JSON). */
export type PayoutLine = { readonly id: number; readonly net: Usdt; readonly destination: string }

/** Columns of bank data. Receivers know them by the names of the wire. */
const bankColumns = bankFields.map(bankFieldToWire)

const networkOf = (way: WithdrawalMethod): string => ({ bank: 'bank', '1001': 'ERC20', '1002': 'TRC20' })[way]

/** Values of a line by name, in a fixed order. */
const valuesOf = (
  way: WithdrawalMethod,
  { id, net, destination }: PayoutLine,
): Readonly<Record<string, string>> => {
  const head = { id: String(id), network: networkOf(way), amount: formatUsdt(net) }
  if (way !== 'bank') return { ...head, address: destination }
  const bank = bankFromText(destination)
  return {
    ...head,
    ...Object.fromEntries(bankFields.map((field) => [bankFieldToWire(field), bank[field] ?? ''])),
  }
}

/**
 * The file for the operator's signer: one line per withdrawal, oldest first. Equal withdrawals produce equal files,
 * byte by byte.
 *
 * @example buildPayoutFile('1002', 'jsonl', [{ id: 7, net: usdt('95'), destination: 'TJCn…' }])
 *   // '{"id":"7","network":"TRC20","amount":"95","address":"TJCn…"}\n'
 */
export const buildPayoutFile = (
  way: WithdrawalMethod,
  format: 'csv' | 'jsonl',
  lines: readonly PayoutLine[],
): string => {
  const rows = lines.map((line) => valuesOf(way, line))
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const header = ['id', 'network', 'amount', ...(way === 'bank' ? bankColumns : ['address'])]
  return [header, ...rows.map((row) => Object.values(row))].map((cells) => csvRow([...cells])).join('')
}

/** SHA-256 of a file in hex, which the operator compares with the received file. */
export const sha256Hex = (file: string): string => createHash('sha256').update(file).digest('hex')
