import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, sumUnits } from '@glasshouse/core/money/units'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import { withdrawalFieldToWire } from '@glasshouse/core/withdrawals/codec'
import type { MarkSentCommand, PayoutFile, PayoutFileText } from '@glasshouse/core/withdrawals/payouts/codec'
import { readProof, type WithdrawalRejection } from '@glasshouse/core/withdrawals/rules'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents, pushEvent } from '../../platform/events/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { isOwnItem } from '../../reviews/index.ts'
import { type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { withdrawalSent } from '../postings.ts'
import {
  type BatchRow,
  findBatch,
  findListedBatch,
  hasProof,
  insertBatch,
  insertSteps,
  type ListedBatch,
  listBatches,
  listBatchRows,
  lockApproved,
  lockWithdrawal,
  nextPayoutFileId,
  updateWithdrawal,
  type WithdrawalRow,
} from '../store/withdrawals.ts'
import { encryptionPurpose, netAmount } from './context.ts'
import { postWithdrawalNotice } from './notices.ts'
import { buildPayoutFile, sha256Hex } from './payoutFile.ts'
import { rejectWithdrawal } from './review.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** A manager and the origin of the request. */
export type ManagerContext = { readonly staff: ManagerIdentity; readonly origin: RequestOrigin }

/** Why a withdrawal cannot be sent. */
type FailWithdrawalCommand = {
  readonly id: number
  readonly reason: WithdrawalRejection
  readonly remark: string
}

/** Maximum withdrawals per file. */
const fileAtMost = 500
const proofField = withdrawalFieldToWire('proof')

export const audit = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { staff, origin }: ManagerContext,
  action: 'withdrawHold' | 'withdrawSent' | 'withdrawFail',
  id: number,
  change: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> =>
  writeAudit(tx, { staffId: staff.id, action, target: `withdrawal ${id}`, ...origin, ...change }, clock.now())

/** Locks a withdrawal of another customer. Throws `notFound`, or `notAllowed` for the staff member's own. */
export const lockOthers = async (tx: Tx, { staff }: ManagerContext, id: number): Promise<WithdrawalRow> => {
  const row = await lockWithdrawal(tx, id)
  if (row === undefined) throw domainError('notFound')
  if (await isOwnItem(tx, staff, row.uid)) throw domainError('notAllowed')
  return row
}

/**
 * Hands approved withdrawals of one method to the operator's signer as a file; from then on they cannot be cancelled.
 * Withdrawals under a legal order are skipped, and those that this manager alone approved: another one exports them.
 *
 * @throws invalidState (`nothing`) no withdrawal is ready
 */
export const createPayoutFile = async (
  deps: Deps,
  by: ManagerContext,
  { way, format }: Pick<BatchRow, 'way' | 'format'>,
): Promise<PayoutFileText> => {
  return transact(deps.database.db, async (tx) => {
    requireSoundLedger(deps.database)
    const rows = await lockApproved(tx, way, by.staff.id, fileAtMost, deps.clock.business())
    if (rows.length === 0) throw domainError('invalidState', { reason: 'nothing' })
    const file = fileOfRows(deps, way, format, rows)
    const batch: BatchRow = {
      id: await nextPayoutFileId(tx),
      way,
      format,
      staff_id: by.staff.id,
      made_ms: deps.clock.business(),
      count: rows.length,
      total: sumUnits(rows.map(netAmount)),
      checksum: sha256Hex(file),
    }
    const ids = rows.map(({ id }) => id)
    await insertBatch(tx, batch, ids)
    const step = { event: 'exported', reason: null, staffId: by.staff.id, atMs: batch.made_ms } as const
    await insertSteps(tx, ids, step)
    const record = { staffId: by.staff.id, action: 'withdrawExport' as const, target: `batch ${batch.id}` }
    const after = { way, ids, total: formatUsdt(batch.total), checksum: batch.checksum }
    await writeAudit(tx, { ...record, ...by.origin, after }, deps.clock.now())
    return { ...listedBatch({ ...batch, staff: by.staff.name, sent: 0, failed: 0 }), format, text: file }
  })
}

const fileOfRows = (
  { secrets }: Deps,
  way: BatchRow['way'],
  format: BatchRow['format'],
  rows: readonly WithdrawalRow[],
): string =>
  buildPayoutFile(
    way,
    format,
    rows.map((row) => ({
      id: row.id,
      net: netAmount(row),
      destination: secrets.open(encryptionPurpose(row.uid), row.destination),
    })),
  )

const listedBatch = (batch: ListedBatch): PayoutFile => ({
  id: batch.id,
  method: batch.way,
  createdMs: batch.made_ms,
  staffName: batch.staff,
  count: batch.count,
  sentCount: batch.sent,
  failedCount: batch.failed,
  total: batch.total,
  checksum: batch.checksum,
})

/** One page of the files handed to the signer. */
export const listPayoutFiles = async (deps: Deps, by: ManagerContext, page: SortedRange) => {
  const { rows, total } = await listBatches(deps.database.db, page)
  await readAndAudit(deps, by.staff, by.origin, 'withdrawBatches', 'batches')
  return { rows: rows.map(listedBatch), total }
}

/**
 * Returns the file of a batch again, byte by byte, with the lines that ended since; the access is audited.
 *
 * @throws notFound
 * @throws invalidState (`erased`) one of its customers closed the account
 */
export const getPayoutFile = async (deps: Deps, by: ManagerContext, id: number): Promise<PayoutFileText> => {
  const { db } = deps.database
  const batch = await findListedBatch(db, id)
  if (batch === undefined) throw domainError('notFound')
  await readAndAudit(deps, by.staff, by.origin, 'withdrawBatch', `batch ${id}`)
  const rows = await listBatchRows(db, id)
  if (rows.some(({ destination }) => destination === ''))
    throw domainError('invalidState', { reason: 'erased' })
  const file = fileOfRows(deps, batch.way, batch.format, rows)
  if (sha256Hex(file) !== batch.checksum) throw new Error(`batch ${id} is not the file it was`)
  return { ...listedBatch(batch), format: batch.format, text: file }
}

/**
 * Records that a withdrawal was sent: moves its hold to the external account and to the fees.
 *
 * @throws notFound
 * @throws notAllowed the staff member's own withdrawal
 * @throws invalidState (`notSending`) it is not with the signer
 * @throws invalidField the checksum is not the file's, or the hash is invalid for the method
 * @throws alreadyTaken the hash was recorded before
 */
export const markSent = async (
  deps: Deps,
  by: ManagerContext,
  { id, checksum, proof: raw }: MarkSentCommand,
): Promise<{ readonly id: number; readonly proof: string }> => {
  return transact(deps.database.db, async (tx) => {
    const row = await lockOthers(tx, by, id)
    const batch = row.batch_id === null ? undefined : await findBatch(tx, row.batch_id)
    if (row.state !== 'sending' || batch === undefined)
      throw domainError('invalidState', { reason: 'notSending' })
    if (checksum.trim().toLowerCase() !== batch.checksum)
      throw domainError('invalidField', { field: 'checksum' })
    const proof = readProof(row.way, raw)
    if (proof === null) throw domainError('invalidField', { field: proofField })
    if (await hasProof(tx, row.way, proof)) throw domainError('alreadyTaken', { field: proofField })
    const atMs = deps.clock.business()
    await postSingle(tx, atMs, withdrawalSent(row, row.way))
    const end = { state: 'sent', reason: null, reason_text: null, ended_ms: atMs, proof } as const
    await updateWithdrawal(tx, id, end)
    await insertSteps(tx, [id], { event: 'sent', reason: null, staffId: by.staff.id, atMs })
    await audit(deps, tx, by, 'withdrawSent', id, { after: { [proofField]: proof, batch: batch.id } })
    await postWithdrawalNotice(tx, deps, { ...row, proof }, { about: 'sent' })
    await notifyEnded(deps, tx, row, 'sent')
    return { id, proof }
  })
}

/** Notifies the customer's open pages that a withdrawal ended. */
const notifyEnded = (
  { clock }: Deps,
  tx: Tx,
  { id, uid }: WithdrawalRow,
  decision: 'sent' | 'reject',
): Promise<void> => {
  const decided = pushEvent({ uid, event: 'REVIEW_DECIDED', data: { kind: 'withdrawal', id, decision } })
  return publishEvents(tx, [walletChanged(uid), decided], clock.now())
}

/**
 * Rejects an approved withdrawal that cannot be sent; amount and fee return at once.
 *
 * @throws notFound
 * @throws notAllowed the staff member's own withdrawal
 * @throws invalidField no remark
 * @throws invalidState neither approved nor with the signer (`notApproved`), or with the signer and declared by the
 * manager who exported it (`sameManager`): the sender alone must not declare a failure
 */
export const failWithdrawal = async (
  deps: Deps,
  by: ManagerContext,
  { id, reason, remark: raw }: FailWithdrawalCommand,
): Promise<void> => {
  const remark = raw.trim()
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  await transact(deps.database.db, async (tx) => {
    const row = await lockOthers(tx, by, id)
    if (row.state !== 'approved' && row.state !== 'sending')
      throw domainError('invalidState', { reason: 'notApproved' })
    const batch = row.batch_id === null ? undefined : await findBatch(tx, row.batch_id)
    if (row.state === 'sending' && batch?.staff_id === by.staff.id)
      throw domainError('invalidState', { reason: 'sameManager' })
    await rejectWithdrawal(deps, tx, row, { staff: by.staff, remark, reason })
    const [before, after] = [{ state: row.state }, { state: 'rejected', reason, remark }]
    await audit(deps, tx, by, 'withdrawFail', id, { before, after })
    await notifyEnded(deps, tx, row, 'reject')
  })
}
