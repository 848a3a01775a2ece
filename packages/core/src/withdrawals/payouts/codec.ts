/** Wire forms of what managers do with approved withdrawals. */
import type { BodyOf, DataOf, RequestOf } from '../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../money/units.ts'
import type { PendingReason, WithdrawalMethod } from '../rules.ts'

/** A file of withdrawals that was handed to the operator's signer. */
export type PayoutFile = {
  readonly id: number
  readonly method: WithdrawalMethod
  readonly createdMs: number
  readonly staffName: string
  /** Withdrawals in it. */
  readonly count: number
  /** Of them those that are sent. */
  readonly sentCount: number
  /** Of them those that could not be sent and were given back. */
  readonly failedCount: number
  /** Sum of what is paid out. */
  readonly total: Usdt
  /** SHA-256 of the file, hex. */
  readonly checksum: string
}

/** A file for the signer with its text. */
export type PayoutFileText = PayoutFile & { readonly format: 'csv' | 'jsonl'; readonly text: string }

/** Formats a file for `/staff/api/withdrawBatches`. */
export const payoutFileToWire = (file: PayoutFile): DataOf<'/staff/api/withdrawBatches'>[number] => ({
  id: file.id,
  way: file.method,
  made: file.createdMs,
  staff: file.staffName,
  count: file.count,
  sent: file.sentCount,
  failed: file.failedCount,
  total: formatUsdt(file.total),
  checksum: file.checksum,
})

const payoutFileFromWire = (row: DataOf<'/staff/api/withdrawBatches'>[number]): PayoutFile => ({
  id: row.id,
  method: row.way,
  createdMs: row.made,
  staffName: row.staff,
  count: row.count,
  sentCount: row.sent,
  failedCount: row.failed,
  total: usdt(row.total),
  checksum: row.checksum,
})

/** Parses files that the server returned. */
export const payoutFilesFromWire = (rows: DataOf<'/staff/api/withdrawBatches'>): readonly PayoutFile[] =>
  rows.map(payoutFileFromWire)

/** Formats a file with its text for `/staff/api/withdrawExport`. */
export const payoutFileTextToWire = ({
  format,
  text,
  ...file
}: PayoutFileText): DataOf<'/staff/api/withdrawExport'> => ({ ...payoutFileToWire(file), format, file: text })

/** Parses a file with its text. */
export const payoutFileTextFromWire = ({
  format,
  file,
  ...row
}: DataOf<'/staff/api/withdrawExport'>): PayoutFileText => ({
  ...payoutFileFromWire(row),
  format,
  text: file,
})

/** Names the method and the format of a file to make. */
export const createPayoutFileToWire = (
  method: WithdrawalMethod,
  format: PayoutFileText['format'],
): RequestOf<'/staff/api/withdrawExport'> => ({ way: method, format })

/** What a manager's call about the reason of a withdrawal left behind. */
export type PendingReasonResult = {
  readonly reason: PendingReason | null
  readonly reasonText: string | null
  /** Until when a legal order holds it. */
  readonly heldUntilMs: number | null
  /** The same call of a second manager is needed; nothing was changed. */
  readonly needsSecondManager: boolean
}

/** Formats the result of `/staff/api/withdrawHold`. */
export const pendingReasonToWire = (result: PendingReasonResult): DataOf<'/staff/api/withdrawHold'> => ({
  reason: result.reason,
  reasonText: result.reasonText,
  until: result.heldUntilMs,
  ...(result.needsSecondManager ? { approvals: 1 } : {}),
})

/** Parses the result of `/staff/api/withdrawHold`. */
export const pendingReasonFromWire = (answer: DataOf<'/staff/api/withdrawHold'>): PendingReasonResult => ({
  reason: answer.reason,
  reasonText: answer.reasonText,
  heldUntilMs: answer.until,
  needsSecondManager: answer.approvals !== undefined,
})

/** The record of a withdrawal that was sent. */
export type MarkSentCommand = {
  readonly id: number
  /** Of its file. */
  readonly checksum: string
  /** Hash of the transaction, or reference of the bank transfer. */
  readonly proof: string
}

/** Parses the request of `/staff/api/withdrawSent`. */
export const markSentFromWire = ({
  id,
  checksum,
  txhash,
}: BodyOf<'/staff/api/withdrawSent'>): MarkSentCommand => ({ id, checksum, proof: txhash })

/** Formats a record for `/staff/api/withdrawSent`. */
export const markSentToWire = ({
  id,
  checksum,
  proof,
}: MarkSentCommand): RequestOf<'/staff/api/withdrawSent'> => ({ id, checksum, txhash: proof })

/** Formats the result of `/staff/api/withdrawSent`. */
export const sentPayoutToWire = ({
  id,
  proof,
}: Pick<MarkSentCommand, 'id' | 'proof'>): DataOf<'/staff/api/withdrawSent'> => ({ id, txhash: proof })
