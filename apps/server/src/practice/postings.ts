import { type Asset, customer, outside } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'

/** What the sample is the cause of; every journal line of it says so. */
export const sampleCause = (id: number) => ({ kind: 'practiceSample', id }) as const

/** Play money of the sample: outside, marked as sample → the demo customer's wallet. */
export const sampleGranted = (id: number, uid: number, asset: Asset, amount: bigint): LedgerTransaction => ({
  cause: sampleCause(id),
  key: `practiceSample:${id}`,
  transfers: [
    {
      from: outside('deposits:practiceSample', asset),
      to: customer(uid, 'wallet', asset),
      amount,
      type: journal.deposit,
    },
  ],
})
