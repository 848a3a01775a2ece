import { type Account, type Asset, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** Cause of all sample transactions. */
export const sampleCause = (id: number) => ({ kind: 'practiceSample', id }) as const

/** Play money of the sample: external account, marked as sample → the demo customer's wallet. */
export const sampleGrantPosting = (
  id: number,
  uid: number,
  asset: Asset,
  amount: bigint,
): LedgerTransaction => ({
  cause: sampleCause(id),
  key: `practiceSample:${id}`,
  transfers: [
    {
      from: external('deposits:practiceSample', asset),
      to: customer(uid, 'wallet', asset),
      amount,
      type: journal.deposit,
    },
  ],
})

/**
 * Compensates the costs or profits of the sample's own trades: external account, marked as sample → the contract
 * wallet, or back. `missing` is the amount the wallet lacks, negative if it has too much.
 */
export const sampleAdjustmentPosting = (account: Account, missing: bigint): LedgerTransaction => {
  const capital = external('deposits:practiceSample')
  const [from, to] = missing > 0n ? [capital, account] : [account, capital]
  const amount = missing > 0n ? missing : -missing
  return {
    cause: sampleCause(9),
    transfers: [{ from, to, amount, type: missing > 0n ? journal.deposit : journal.withdrawal }],
  }
}

/** Trial funds of the demo customer: marketing reserve → experience, once. */
export const sampleTrialFundsPosting = (uid: number, amount: Usdt): LedgerTransaction => ({
  cause: sampleCause(10),
  key: 'practiceSample:10',
  transfers: [
    { from: house('marketing'), to: customer(uid, 'experience'), amount, type: journal.experienceFund },
  ],
})
