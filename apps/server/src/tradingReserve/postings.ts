import { housePartAccount, type PartedReserve } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction, Transfer } from '@glasshouse/core/ledger/rules'

/** What a part gets of a reserve from the general part; below 0 what it gives back. */
export type PartChange = { readonly part: number; readonly reserve: PartedReserve; readonly amount: bigint }

/**
 * Parts of the house account are levelled: what parts give back, part → general part of the same reserve; then what they get,
 * general part → part.
 *
 * @param number of the levelling, which counts once
 */
export const houseLevelledPosting = (number: number, changes: readonly PartChange[]): LedgerTransaction => {
  const type = journal.houseLevelled
  const back = changes.flatMap(({ part, reserve, amount }): Transfer[] =>
    amount < 0n
      ? [
          {
            from: housePartAccount(reserve, part),
            to: housePartAccount(reserve, null),
            amount: -amount,
            type,
          },
        ]
      : [],
  )
  const out = changes.flatMap(({ part, reserve, amount }): Transfer[] =>
    amount > 0n
      ? [{ from: housePartAccount(reserve, null), to: housePartAccount(reserve, part), amount, type }]
      : [],
  )
  return {
    cause: { kind: 'houseLevelled', id: number },
    key: `house-levelled:${number}`,
    transfers: [...back, ...out],
  }
}
