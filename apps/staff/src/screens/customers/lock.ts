import { type LockReason, needsTwoManagers } from '@glasshouse/core/identity/locks'
import type { StaffLock } from '@glasshouse/core/staff/locks/codec'
import { instantText } from '../../formatters.ts'
import { lockReasonText } from '../../words/lockReasons.ts'

/** A lock that stands, in one line. */
export const lockText = ({ reason, untilMs }: Pick<StaffLock, 'reason' | 'untilMs'>): string =>
  `locked: ${lockReasonText(reason).toLowerCase()}, ${untilMs === null ? 'until it is lifted' : `until ${instantText(untilMs)}`}`

/** Effect of locking, agreeing or lifting, one or two sentences. */
export const lockEffect = (
  act: 'lock' | 'agree' | 'lift',
  reason: LockReason,
  lock: Pick<StaffLock, 'agreed' | 'staff'> | null,
): string => {
  if (act === 'lift')
    return lock?.agreed == null
      ? 'The customer can sign in again; a letter says so.'
      : 'Two managers agreed to this lock, so lifting it needs two as well.'
  if (act === 'agree' && lock?.staff == null)
    return 'The customer’s own lock becomes yours; its end stays. A second manager can then take the end away.'
  if (act === 'agree') return 'The lock has no end any more: it stands until two managers lift it.'
  return needsTwoManagers(reason)
    ? 'Nothing is locked until a second manager makes the same call. Then it stands until two managers lift it.'
    : 'All sessions end and resting orders are cancelled; positions keep their stops. It ends after 72 hours unless a second manager agrees.'
}

/** Why an account cannot be locked yet; null if it can. */
export const lockObstacle = (reason: LockReason, remark: string, reference: string): string | null => {
  if (remark.trim() === '') return 'Write what the customer will read.'
  return needsTwoManagers(reason) && reference.trim() === ''
    ? 'Name the order, such as its file number.'
    : null
}
