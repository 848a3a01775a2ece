/** Why an account is locked: a closed list, shown to the customer. */
export const lockReasons = ['stolen_access', 'customer_request', 'sanctions', 'court_order'] as const
export type LockReason = (typeof lockReasons)[number]

/** Who locked an account: its customer, a link in a security letter, or staff. */
export type LockOrigin = 'customer' | 'letter' | 'staff'

/** How long a lock stands to which no second manager agreed, by the business calendar; milliseconds. */
export const lockLengthMs = 72 * 3_600_000

/** The span in which the locks that one manager made alone are added up; milliseconds. */
export const soleLockSpanMs = 7 * 86_400_000

/**
 * Whether a reason comes from an authority: then two managers and a reference are needed before anything is locked.
 *
 * @example needsTwoManagers('court_order') // true
 */
export const needsTwoManagers = (reason: LockReason): boolean =>
  reason === 'sanctions' || reason === 'court_order'

/** When a lock began, when it ends by itself (null: not before it is lifted), and when it was ended. */
export type LockTimes = {
  readonly fromMs: number
  readonly untilMs: number | null
  readonly endedMs: number | null
}

/**
 * When a new lock ends by itself; null with the agreement of two managers.
 *
 * @example lockEnd({ fromMs: 0, isAgreed: false }) // 259_200_000: 72 h
 */
export const lockEnd = ({
  fromMs,
  isAgreed,
}: {
  readonly fromMs: number
  readonly isAgreed: boolean
}): number | null => (isAgreed ? null : fromMs + lockLengthMs)

/**
 * Whether a lock stands at an instant: from its beginning up to its end, the end excluded.
 *
 * @example isLockRunning({ fromMs: 0, untilMs: 10, endedMs: null }, 9) // true
 * @example isLockRunning({ fromMs: 0, untilMs: 10, endedMs: null }, 10) // false
 */
export const isLockRunning = ({ untilMs, endedMs }: LockTimes, nowMs: number): boolean =>
  endedMs === null && (untilMs === null || nowMs < untilMs)

/**
 * How long a lock has stood at an instant, in milliseconds.
 *
 * @example lockDurationMs({ fromMs: 0, untilMs: 10, endedMs: null }, 25) // 10
 */
export const lockDurationMs = ({ fromMs, untilMs, endedMs }: LockTimes, nowMs: number): number =>
  Math.max(0, Math.min(endedMs ?? nowMs, untilMs ?? nowMs, nowMs) - fromMs)

/**
 * Whether one manager alone may lock an account: not once locks of one manager have kept it locked for 72 h within the
 * last seven days. Otherwise one person could lock it again and again, and no lock would end.
 *
 * @example canLockAlone([{ fromMs: 0, untilMs: lockLengthMs, endedMs: null }], lockLengthMs) // false
 */
export const canLockAlone = (soleLocks: readonly LockTimes[], nowMs: number): boolean => {
  const spanFromMs = nowMs - soleLockSpanMs
  const lockedMs = soleLocks.reduce((sum, lock) => {
    const hidden = lockDurationMs(lock, Math.max(spanFromMs, lock.fromMs))
    return sum + lockDurationMs(lock, nowMs) - hidden
  }, 0)
  return lockedMs < lockLengthMs
}

/** Longest complaint; characters. */
export const maxComplaintLength = 2000
/** Time from a complaint to the deadline of its answer, by the business calendar; milliseconds. */
export const complaintDeadlineMs = 72 * 3_600_000
/** Complaints of a customer within 24 h of the business calendar. */
export const maxComplaintsPerDay = 5
