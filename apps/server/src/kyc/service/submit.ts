import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { kycFieldToWire } from '@glasshouse/core/kyc/codec'
import { type KycInput, validateKyc } from '@glasshouse/core/kyc/rules'
import { lockCustomerById } from '../../customers/records/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { attachPicture, findOwnPicture } from '../../uploads/index.ts'
import { findNewest, insertSubmission } from '../store.ts'
import { hashPerson, openPersonalData, sealPersonalData } from './sealing.ts'

/** What handing in an identity check needs. */
export type KycDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  /** Country (ISO 3166-1 alpha-2) of a customer's phone; null where it is not known. */
  readonly countryOf: (db: Db | Tx, uid: number) => Promise<string | null>
}

/**
 * Hands in an identity check. The customer's row is locked, so of many at once one counts.
 *
 * @throws notAllowed (1006) the identity check is switched off for the account
 * @throws invalidField (1001, `field`) a name, a number or a picture; the pictures are own uploads and differ
 * @throws invalidState (2003, `reason`) `inReview`, `approved`, or `unchanged` where nothing differs from the rejected one
 */
export const submitKyc = (deps: KycDeps, uid: number, input: KycInput): Promise<void> =>
  transact(deps.database.db, async (tx) => {
    const person = await lockCustomerById(tx, uid)
    if (person === undefined || person.closed_ms !== null) throw domainError('sessionRevoked')
    if (person.kyc_switch === 1) throw domainError('notAllowed', { reason: 'switchedOff' })
    const field = validateKyc(input)
    if (field !== null) throw domainError('invalidField', { field: kycFieldToWire(field) })
    const frontId = await ownPicture(tx, uid, 'front', input.front)
    const reverseId = await ownPicture(tx, uid, 'back', input.back)
    if (frontId === reverseId) throw domainError('invalidField', { field: kycFieldToWire('back') })
    const before = await findNewest(tx, uid)
    if (before?.state === 'pending') throw domainError('invalidState', { reason: 'inReview' })
    if (before?.state === 'approved') throw domainError('invalidState', { reason: 'approved' })
    const { username, documentNumber } = input
    if (before !== undefined) {
      const known = openPersonalData(deps, before)
      const isSame = known.username === username && known.documentNumber === documentNumber
      if (isSame && before.front_id === frontId && before.reverse_id === reverseId)
        throw domainError('invalidState', { reason: 'unchanged' })
    }
    const country = await deps.countryOf(tx, uid)
    const id = await insertSubmission(tx, {
      uid,
      sealed: sealPersonalData(deps, uid, { username, documentNumber }),
      person_hash: await hashPerson(deps, tx, country, documentNumber),
      country,
      front_id: frontId,
      reverse_id: reverseId,
      created_ms: deps.clock.business(),
    })
    await attachPicture(tx, frontId, `kyc ${id}`)
    await attachPicture(tx, reverseId, `kyc ${id}`)
  })

/** Id of a customer's own picture; anything else is a wrong field. */
const ownPicture = async (tx: Tx, uid: number, field: 'front' | 'back', url: string): Promise<number> => {
  try {
    return await findOwnPicture(tx, uid, url)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'notFound')
      throw domainError('invalidField', { field: kycFieldToWire(field) })
    throw error
  }
}
