import { type KycRecord, kycRecordToWire } from '@glasshouse/core/kyc/codec'
import { kycDeadlineMs, normalizeDocumentNumber } from '@glasshouse/core/kyc/rules'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { ownerPictureUrl } from '../../uploads/index.ts'
import type { SubmissionRow } from '../schema.ts'
import {
  countApproved,
  findApproved,
  findByPicture,
  findNewest,
  insertView,
  listSubmissions,
  listViews,
} from '../store.ts'
import { openPersonalData } from './sealing.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** Most looks that the record shows; the export has all. */
const viewsShown = 100

/** The identity check of a customer, with links to the pictures; null where none was handed in. */
export const getKyc = async (deps: Deps, uid: number): Promise<KycRecord | null> => {
  const { db } = deps.database
  const row = await findNewest(db, uid)
  if (row === undefined) return null
  const views = await listViews(db, uid, { direction: 'desc', offset: 0, limit: viewsShown })
  return { ...(await shownOf(deps, row)), views: views.map(toView) }
}

const toView = ({ role, viewed_ms }: { readonly role: StaffRole; readonly viewed_ms: number }) => ({
  time: viewed_ms,
  role,
})

const shownOf = async (deps: Deps, row: SubmissionRow): Promise<Omit<KycRecord, 'views'>> => ({
  ...openPersonalData(deps, row),
  front: (await ownerPictureUrl(deps, row.front_id)) ?? '',
  back: (await ownerPictureUrl(deps, row.reverse_id)) ?? '',
  state: row.state,
  remark: row.remark,
  reason: row.reason,
  deadlineMs: row.created_ms + kycDeadlineMs,
})

const withoutViews = <Record extends { readonly views: unknown }>({ views: _, ...record }: Record) => record

/** One page of everything a customer ever handed in, for the export. */
export const listKycOf = async (deps: Deps, uid: number, page: PageRange) =>
  Promise.all(
    (await listSubmissions(deps.database.db, uid, page)).map(async (row) => ({
      ...withoutViews(kycRecordToWire({ ...(await shownOf(deps, row)), views: [] })),
      country: row.country,
      handedIn: row.created_ms,
      decided: row.decided_ms,
    })),
  )

/** One page of the looks at a customer's record, for the export. */
export const listKycViewsOf = async (db: Db, uid: number, page: PageRange) =>
  (await listViews(db, uid, { direction: 'asc', ...page })).map(toView)

/** State of a customer's newest identity check, and when it got it; null without one. */
export const findKycState = async (db: Db, uid: number) => {
  const row = await findNewest(db, uid)
  return row === undefined ? null : { state: row.state, atMs: row.decided_ms ?? row.created_ms }
}

/** Whether a customer's identity was approved. */
export const isKycApproved = async (db: Db | Tx, uid: number): Promise<boolean> =>
  (await findApproved(db, uid)) !== undefined

/** How many of these customers have an approved identity. */
export const countKycApproved = (db: Db | Tx, uids: readonly number[]): Promise<number> =>
  countApproved(db, uids)

/** The keyed hash of the person of an approved account, to tell whether two accounts are one person; null without approval. */
export const findIdentity = async (db: Db | Tx, uid: number): Promise<string | null> =>
  (await findApproved(db, uid))?.person_hash ?? null

/**
 * Compares the number of a document with the one on file: `notNeeded` where the account has no approved identity,
 * `missing` where no number was given.
 */
export const recheckIdentity = async (
  deps: Pick<Platform, 'secrets'>,
  db: Db | Tx,
  uid: number,
  documentNumber: string | undefined,
): Promise<'notNeeded' | 'missing' | 'same' | 'different'> => {
  const approved = await findApproved(db, uid)
  if (approved === undefined) return 'notNeeded'
  if (documentNumber === undefined || normalizeDocumentNumber(documentNumber) === '') return 'missing'
  const known = openPersonalData(deps, approved).documentNumber
  return normalizeDocumentNumber(known) === normalizeDocumentNumber(documentNumber) ? 'same' : 'different'
}

/** Notes the look of a member of staff at a picture that belongs to an identity check; others are not its concern. */
export const noteKycPictureView = async (
  { clock, database: { db } }: Pick<Platform, 'clock' | 'database'>,
  { role }: StaffIdentity,
  picture: { readonly id: number; readonly uid: number | null },
): Promise<void> => {
  if (picture.uid === null || (await findByPicture(db, picture.uid, picture.id)) === undefined) return
  await insertView(db, { uid: picture.uid, role, viewed_ms: clock.business() })
}
