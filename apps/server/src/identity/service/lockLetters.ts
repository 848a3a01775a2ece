import { formatTime } from '@glasshouse/core/calendar/days'
import type { LockReason } from '@glasshouse/core/identity/locks'
import { lockLetter, queueEmail, unlockLetter } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'
import { listLetterRecipients } from './letters.ts'

type Deps = Pick<Platform, 'settings' | 'clock'>

type LockLetter = {
  readonly reason: LockReason
  readonly until: number | null
  readonly remark: string
  /** Whether a second manager agreed to a lock of which a letter was sent before. */
  readonly isExtended: boolean
}

/** Writes the letters about a lock: what, why, until when, and how to get on and to complain. */
export const sendLockLetters = async (
  { settings, clock }: Deps,
  tx: Tx,
  uid: number,
  { reason, until, remark, isExtended }: LockLetter,
): Promise<void> => {
  const { emails, lang } = await listLetterRecipients(tx, uid, clock.business())
  const letter = lockLetter(lang, {
    reason,
    until: until === null ? null : formatTime(until),
    remark,
    isExtended,
    link: `${publicOrigin(settings)}/login`,
  })
  for (const email of emails)
    await queueEmail(tx, clock.now(), { uid, email, lang, template: 'lock', ...letter })
}

/** Writes the letters that a lock was lifted. */
export const sendUnlockLetters = async ({ clock }: Deps, tx: Tx, uid: number): Promise<void> => {
  const { emails, lang } = await listLetterRecipients(tx, uid, clock.business())
  for (const email of emails)
    await queueEmail(tx, clock.now(), { uid, email, lang, template: 'unlock', ...unlockLetter(lang) })
}
