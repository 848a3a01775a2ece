import { customer, outside } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** A deposit that was paid: outside, by its channel → the wallet. It counts once for ever. */
export const depositCredited = (
  depositId: number,
  uid: number,
  channel: string,
  amount: Usdt,
): LedgerTransaction => ({
  cause: { kind: 'deposit', id: depositId },
  key: `deposit:${depositId}`,
  transfers: [
    { from: outside(`deposits:${channel}`), to: customer(uid, 'wallet'), amount, type: journal.deposit },
  ],
})
