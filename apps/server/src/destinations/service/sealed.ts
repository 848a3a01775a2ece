import type { SealedColumn } from '../../platform/secrets/index.ts'
import { destinationPurpose } from './destinations.ts'

/** Where bank data and addresses are sealed: on file and in the list of changes. */
export const sealedDestinations: readonly SealedColumn[] = [
  {
    table: 'funding_destination',
    key: ['uid', 'kind'],
    column: 'sealed',
    purposeOf: ({ uid = '', kind = '' }) => destinationPurpose(uid, kind),
  },
  {
    table: 'funding_destination_change',
    key: ['id', 'uid', 'kind'],
    column: 'sealed',
    purposeOf: ({ uid = '', kind = '' }) => destinationPurpose(uid, kind),
  },
]
