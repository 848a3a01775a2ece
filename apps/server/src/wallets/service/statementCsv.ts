import { formatTime } from '@glasshouse/core/calendar/days'
import { journalTypeName } from '@glasshouse/core/ledger/names'
import { csvRow } from '@glasshouse/core/ledger/statement'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { AccountStatement, Statement } from './statement.ts'

const header = [
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
]

const boundary = (kind: string, account: AccountStatement, atMs: number, balance: bigint): string =>
  csvRow([
    kind,
    account.purpose,
    account.asset,
    formatTime(atMs),
    '',
    '',
    '',
    formatUsdt(balance),
    '',
    '',
    '',
  ])

/**
 * A statement as CSV: for every account a row `opening`, its entries, a row `closing`; then a row `receipt` with the hash
 * of the newest signed receipt, if there is one. The columns have fixed English names for programs; times are UTC+1.
 */
export async function* statementCsv({
  accounts,
  period,
  lang,
  madeMs,
  receiptHash,
}: Statement): AsyncGenerator<string> {
  yield csvRow(header)
  for (const account of accounts) {
    yield boundary('opening', account, period.fromMs, account.opening)
    for await (const lines of account.read())
      yield lines
        .map((line) =>
          csvRow([
            'line',
            account.purpose,
            account.asset,
            formatTime(line.atMs),
            String(line.type),
            journalTypeName(line.type, lang),
            formatUsdt(line.amount),
            formatUsdt(line.balance),
            line.causeKind,
            String(line.causeId),
            String(line.id),
          ]),
        )
        .join('')
    yield boundary('closing', account, period.untilMs, account.closing)
  }
  if (receiptHash !== null)
    yield csvRow(['receipt', '', '', formatTime(madeMs), '', receiptHash, '', '', '', '', ''])
}
