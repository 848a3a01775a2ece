import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** Cause of a deposit's transactions. */
export type DepositCause = { readonly id: number; readonly uid: number; readonly channel: string }

/** Received payment of a deposit: external account of its channel → wallet. A key is posted at most once. */
export const depositCredited = (
  { id, uid, channel }: DepositCause,
  key: string,
  amount: Usdt,
): LedgerTransaction => ({
  cause: { kind: 'deposit', id },
  key,
  transfers: [
    { from: external(`deposits:${channel}`), to: customer(uid, 'wallet'), amount, type: journal.deposit },
  ],
})

/** Bonus of a first deposit: marketing reserve → bonus credit. Once per customer. */
export const bonusCredited = (uid: number, depositId: number, amount: Usdt): LedgerTransaction => ({
  cause: { kind: 'depositBonus', id: depositId },
  key: `depositBonus:${uid}`,
  transfers: [{ from: house('marketing'), to: customer(uid, 'bonus'), amount, type: journal.depositBonus }],
})
