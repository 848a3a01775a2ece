import type { NoticeContent } from '@glasshouse/core/notifications/kinds'
import { postNotice } from '../../customers/notices/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { WithdrawalRow } from '../store/withdrawals.ts'
import { netAmount } from './context.ts'

/** What a notice about a withdrawal reports; a legal hold has an end. */
export type WithdrawalNotice =
  | { readonly about: 'requested' | 'approved' | 'rejected' | 'sent' }
  | { readonly about: 'held'; readonly untilMs: number }

type Row = Pick<
  WithdrawalRow,
  'id' | 'uid' | 'amount' | 'fee' | 'summary' | 'deadline_ms' | 'remark' | 'proof'
>

/** Posts a notice about a withdrawal, with its e-mail, in the caller's transaction. */
export const postWithdrawalNotice = (
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  row: Row,
  notice: WithdrawalNotice,
): Promise<void> => {
  // Each renewal of a legal hold is told.
  const key = notice.about === 'held' ? `${row.id}:${notice.untilMs}` : String(row.id)
  return postNotice(tx, clock, row.uid, contentOf(row, notice), key)
}

const contentOf = (row: Row, notice: WithdrawalNotice): NoticeContent => {
  const { id, amount, fee, summary: destination } = row
  const [net, remark] = [netAmount(row), row.remark ?? '']
  switch (notice.about) {
    case 'requested':
      return {
        kind: 'withdrawalRequested',
        params: { id, amount, net, fee, destination, deadline: row.deadline_ms },
      }
    case 'approved':
      return { kind: 'withdrawalApproved', params: { id, amount, net, destination } }
    case 'rejected':
      return { kind: 'withdrawalRejected', params: { id, amount, remark } }
    case 'held':
      return { kind: 'withdrawalHeld', params: { id, amount, remark, until: notice.untilMs } }
    case 'sent':
      return { kind: 'withdrawalSent', params: { id, net, destination, proof: row.proof ?? '' } }
  }
}
