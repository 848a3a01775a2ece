import { createHmac } from 'node:crypto'
import { type DocumentIdentity, documentFromText, documentToText } from '@glasshouse/core/kyc/codec'
import { personText } from '@glasshouse/core/kyc/rules'
import type { Db, Tx } from '../../platform/database/index.ts'
import { randomToken, type SealedColumn } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { SubmissionRow } from '../schema.ts'
import { insertKeyOnce } from '../store.ts'

type Deps = Pick<Platform, 'secrets'>

const keyPurpose = 'kyc.key'
const purposeOf = (uid: number | string): string => `kyc.record ${uid}`

/** Seals name and number of a document. */
export const sealPersonalData = ({ secrets }: Deps, uid: number, data: DocumentIdentity): string =>
  secrets.seal(purposeOf(uid), documentToText(data))

/** The reverse of `sealPersonalData`. */
export const openPersonalData = (
  { secrets }: Deps,
  { uid, sealed }: Pick<SubmissionRow, 'uid' | 'sealed'>,
): DocumentIdentity => documentFromText(secrets.open(purposeOf(uid), sealed))

/**
 * Keyed hash (HMAC-SHA256, base64url) of a person. The key is random, kept sealed, and outlives rotations of the secret:
 * hashes of closed accounts could not be computed again.
 */
export const hashPerson = async (
  { secrets }: Deps,
  db: Db | Tx,
  country: string | null,
  documentNumber: string,
): Promise<string> => {
  const sealed = await insertKeyOnce(db, () => secrets.seal(keyPurpose, randomToken(32)))
  return createHmac('sha256', secrets.open(keyPurpose, sealed))
    .update(personText(country, documentNumber))
    .digest('base64url')
}

/** Columns that a rotation of the secret seals anew. */
export const sealedIdentities: readonly SealedColumn[] = [
  {
    table: 'kyc_submission',
    key: ['id', 'uid'],
    column: 'sealed',
    purposeOf: ({ uid = '' }) => purposeOf(uid),
  },
  { table: 'kyc_key', key: ['id'], column: 'sealed', purposeOf: () => keyPurpose },
]
