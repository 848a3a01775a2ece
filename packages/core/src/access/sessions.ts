/** How long the sessions of one kind of principal last, by the business calendar; milliseconds. */
export type SessionPolicy = {
  /** From sign-in to the end, even of a session in use. */
  readonly lengthMs: number
  /** From the last use to the end; null where a session may rest for its whole length. */
  readonly idleMs: number | null
  /** Precision of the stored last use: one write in this time, not one per call. */
  readonly usePrecisionMs: number
}

/** Customers: fourteen days from sign-in. */
export const customerSessions: SessionPolicy = {
  lengthMs: 14 * 86_400_000,
  idleMs: null,
  usePrecisionMs: 5 * 60_000,
}

/** Staff: twelve hours, and half an hour without a call. */
export const staffSessions: SessionPolicy = {
  lengthMs: 12 * 3_600_000,
  idleMs: 30 * 60_000,
  usePrecisionMs: 60_000,
}

/** What is stored of a session that decides whether it is open. */
export type SessionTimes = {
  readonly expiresMs: number
  readonly lastUsedMs: number
  /** `self`: signed out there; `other`: ended from elsewhere; null: not ended. */
  readonly ended: 'self' | 'other' | null
}

/**
 * State of a session: `none` is answered with 102 (unknown, signed out or expired), `ended` with 103 (ended from
 * elsewhere). An expired session is `none` even if it was ended before.
 *
 * @example sessionState({ expiresMs: 10, lastUsedMs: 0, ended: null }, customerSessions, 10) // 'none'
 */
export const sessionState = (
  { expiresMs, lastUsedMs, ended }: SessionTimes,
  { idleMs }: SessionPolicy,
  nowMs: number,
): 'open' | 'none' | 'ended' => {
  if (ended === 'self' || expiresMs <= nowMs) return 'none'
  if (idleMs !== null && lastUsedMs + idleMs <= nowMs) return 'none'
  return ended === 'other' ? 'ended' : 'open'
}

/** Whether the last use must be stored again, because the stored one is older than the precision. */
export const isUseDue = (lastUsedMs: number, { usePrecisionMs }: SessionPolicy, nowMs: number): boolean =>
  nowMs - lastUsedMs >= usePrecisionMs
