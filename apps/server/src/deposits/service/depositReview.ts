import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ReviewField } from '@glasshouse/core/reviews/wire'
import { postNotice } from '../../customers/notices/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { staffPictureUrl } from '../../uploads/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { findReviewedTransfer, listQueuedTransfers, type TransferReviewRow } from '../store/depositReview.ts'
import { lockDepositOf, updateRejected, updateRemark } from '../store/deposits.ts'
import { findTransfer, updateTransferRejected } from '../store/transfers.ts'
import { depositLimits } from './channels.ts'
import { creditPayment } from './credit.ts'
import { networkNames } from './depositAddresses.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** An older lookup is repeated before an approval; milliseconds. */
const freshMs = 5 * 60_000

const reviewStateOf = ({
  paid_ms,
  rejected_ms,
}: Pick<TransferReviewRow, 'paid_ms' | 'rejected_ms'>): ReviewState => {
  if (paid_ms !== null) return 'approved'
  return rejected_ms === null ? 'pending' : 'rejected'
}

/**
 * Reported transfers in the review queue. If the chain is configured, an approval credits exactly the received amount
 * and requires a confirmed transfer; in practice mode, without a chain, staff enter the received amount. In live mode a
 * transfer of a chain that is not configured any more waits until it is again, or is rejected.
 */
export const depositReviews = (deps: Deps): ReviewKind => ({
  kind: 'deposit',
  roles: ['service', 'manager'],
  items: listQueuedTransfers,
  show: async (db, ids) =>
    new Map((await findReviewedTransfer(db, ids)).map((row) => [row.id, shown(deps, row)])),
  secretsOf: async (db, id, staff) => {
    const upload = (await findTransfer(db, id))?.upload_id ?? null
    const link =
      upload === null ? null : await staffPictureUrl(deps, staff, { ip: '', userAgent: 'review' }, upload)
    return link === null ? [] : [{ name: 'screenshot', value: link, form: 'picture' }]
  },
  lock: async (tx, id) => {
    const deposit = await lockDepositOf(tx, id)
    if (deposit === undefined || (await findTransfer(tx, id)) === undefined) return null
    return { uid: deposit.uid, state: reviewStateOf(deposit), needed: 1 }
  },
  decide: (tx, id, decided) =>
    decided.decision === 'approve' ? approve(deps, tx, id, decided) : reject(deps, tx, id, decided),
})

/**
 * Credits the received amount.
 *
 * @throws invalidState (`reason`) the chain has not confirmed the transfer, or is not configured in live mode
 * @throws outOfRange the amount differs from the received one
 */
const approve = async (
  { settings, clock }: Deps,
  tx: Tx,
  id: number,
  decided: DecisionResult,
): Promise<void> => {
  const [deposit, transfer] = [await lockDepositOf(tx, id), await findTransfer(tx, id)]
  if (deposit === undefined || transfer === undefined)
    throw new Error(`deposit ${id} was locked and does not exist`)
  const { network, hash, finding, arrived, checked_ms } = transfer
  let amount = decided.amount ?? deposit.amount
  if (confirmationsNeeded(settings, network) !== null) {
    if (finding !== 'confirmed' || arrived === null) throw domainError('invalidState', { reason: finding })
    // A lookup of the future is of a clock that was wrong: no newer one could be stored over it.
    if (checked_ms === null || Math.abs(clock.now() - checked_ms) > freshMs)
      throw domainError('invalidState', { reason: 'askedTooLongAgo' })
    amount = decided.amount ?? arrived
    assertWithin(amount, arrived, arrived)
  } else {
    // Without a chain nothing says what arrived: one person's word is enough for play money only.
    if (settings.MODE === 'live') throw domainError('invalidState', { reason: 'chainNotConfigured' })
    assertWithin(amount, usdt('0.00000001'), (await depositLimits(tx)).max)
  }
  const key = `deposit:${network}:${hash}${transfer.recipient === '' ? '' : `:${deposit.uid}`}`
  await creditPayment(tx, deposit, key, amount, clock)
  if (decided.remark !== '') await updateRemark(tx, id, decided.remark)
}

const assertWithin = (amount: Usdt, min: Usdt, max: Usdt): void => {
  if (amount < min || amount > max)
    throw domainError('outOfRange', { min: formatUsdt(min), max: formatUsdt(max) })
}

const reject = async ({ clock }: Deps, tx: Tx, id: number, { remark }: DecisionResult): Promise<void> => {
  await updateRejected(tx, id, clock.business(), remark)
  await updateTransferRejected(tx, id)
  const deposit = await lockDepositOf(tx, id)
  if (deposit === undefined) return
  const { uid, amount } = deposit
  await postNotice(tx, clock, uid, { kind: 'depositRejected', params: { id, amount, remark } }, String(id))
  await publishEvents(tx, [walletChanged(uid)], clock.now())
}

const shown = ({ settings }: Deps, row: TransferReviewRow): ReviewDetail => {
  const { title } = networkNames[row.network]
  const needed = confirmationsNeeded(settings, row.network)
  const depth = needed === null ? null : `${row.confirmations ?? 0} of ${needed}`
  const field = (name: string, value: string | null, form: ReviewField['form']): ReviewField[] =>
    value === null || value === '' ? [] : [{ name, value, form }]
  return {
    uid: row.uid,
    createdMs: row.created_ms,
    deadlineMs: null,
    state: reviewStateOf(row),
    summary: `Deposit ${formatUsdt(row.amount)} ${title}, ${row.finding}`,
    amount: row.arrived ?? row.amount,
    needed: 1,
    decidedMs: row.paid_ms ?? row.rejected_ms,
    remark: row.rejected_ms === null ? null : row.remark,
    reason: null,
    fields: [
      ...field('network', title, 'text'),
      ...field('hash', row.hash, 'hash'),
      ...field('reported', formatUsdt(row.amount), 'amount'),
      ...field('arrived', row.arrived === null ? null : formatUsdt(row.arrived), 'amount'),
      ...field('credited', row.credited === null ? null : formatUsdt(row.credited), 'amount'),
      ...field('finding', row.finding, 'text'),
      ...field('confirmations', depth, 'text'),
      ...field('paidTo', row.paid_to, 'address'),
      ...field('paidFrom', row.paid_from, 'address'),
      ...field('sender', row.sender, 'address'),
      ...Object.entries(row.reported).flatMap(([name, value]) => field(name, value, 'text')),
    ],
  }
}
