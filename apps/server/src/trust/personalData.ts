import { DomainError } from '@glasshouse/core/errors/registry'
import type { PersonalData } from '../platform/personalData/index.ts'
import { proveLiability } from './service/liabilities/proof.ts'
import { streamReceipts } from './service/receipts/read.ts'
import { listHouseKeys } from './store/keys.ts'

type ProofDeps = Parameters<typeof proveLiability>[0]

/** Proof that the customer is in the newest liabilities report; null where the account is younger than it. */
const proofOf = (deps: ProofDeps, uid: number) =>
  proveLiability(deps, uid, null).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })

/** What this module stores about a customer. */
export const evidencePersonalData: PersonalData<ProofDeps> = {
  exportParts: (deps, { uid }) => [
    { name: 'liabilityProof', rows: () => proofOf(deps, uid) },
    {
      name: 'receipts',
      rows: () => streamReceipts(deps.database.db, uid, { after: 0, upTo: Number.MAX_SAFE_INTEGER }),
    },
    { name: 'signingKeys', rows: () => listHouseKeys(deps.database.db) },
  ],
}
