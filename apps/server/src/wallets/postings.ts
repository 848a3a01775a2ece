import { customer } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { WalletPair } from '@glasshouse/core/wallets/rules'

/** Between a customer's own wallets: one wallet → another, one journal line in each. */
export const walletsMoved = (
  uid: number,
  { from, to }: WalletPair,
  amount: Usdt,
  transferId: number,
): LedgerTransaction => ({
  cause: { kind: 'walletTransfer', id: transferId },
  transfers: [{ from: customer(uid, from), to: customer(uid, to), amount, type: journal.ownTransfer }],
})
