import type { SealedColumn } from '../../platform/secrets/index.ts'
import { encryptionPurpose } from './context.ts'

/** Where destinations are sealed in withdrawals. */
export const sealedWithdrawals: readonly SealedColumn[] = [
  {
    table: 'funding_withdrawal',
    key: ['id', 'uid'],
    column: 'destination',
    purposeOf: ({ uid = '' }) => encryptionPurpose(uid),
  },
]
