import { formatTime } from '@glasshouse/core/calendar/days'
import { usdtAsset } from '@glasshouse/core/ledger/chart'
import { journalTypeName } from '@glasshouse/core/ledger/names'
import { csvRow } from '@glasshouse/core/ledger/statement'
import { formatUsdt } from '@glasshouse/core/money/units'
import { referralTypes } from '@glasshouse/core/referral/rules'
import type { Db } from '../../platform/database/index.ts'
import { type EntrySources, phonesBehind } from './journal.ts'
import type { Statement } from './statement.ts'

const header = ['kind', 'time', 'type', 'name', 'client', 'amount', 'sum', 'cause', 'causeId', 'line']

/**
 * What an inviter was paid in a period as CSV: each line with the masked phone of the client and the sum so far, then a
 * row `total`. The columns have fixed English names for programs; times are UTC+1.
 */
export async function* referralCsv(
  { accounts, period, lang }: Statement,
  db: Db,
  sourcesOf: EntrySources,
): AsyncGenerator<string> {
  yield csvRow(header)
  const types: readonly number[] = referralTypes
  let sum = 0n
  // Income is paid into the wallet alone.
  for (const account of accounts.filter(({ purpose, asset }) => purpose === 'wallet' && asset === usdtAsset))
    for await (const lines of account.read()) {
      const paid = lines.filter(({ type }) => types.includes(type))
      const phoneOf = await phonesBehind(db, paid, sourcesOf)
      yield paid
        .map((line) => {
          sum += line.amount
          return csvRow([
            ...['line', formatTime(line.atMs), String(line.type), journalTypeName(line.type, lang)],
            ...[phoneOf(line) ?? '', formatUsdt(line.amount), formatUsdt(sum)],
            ...[line.causeKind, String(line.causeId), String(line.id)],
          ])
        })
        .join('')
    }
  yield csvRow(['total', formatTime(period.untilMs), '', '', '', '', formatUsdt(sum), '', '', ''])
}
