import { randomToken, sha256, type Tx } from '../../platform/index.ts'
import { upsertInvitation } from '../store/members.ts'

/** An invitation is good for a day, that of the first manager for an hour; milliseconds. */
export const invitationTtlMs = 86_400_000
export const firstInvitationTtlMs = 3_600_000

/** Opens an invitation in the place of an older one; its secret part is told once and kept as a hash. */
export const createInvitation = async (tx: Tx, staffId: number, nowMs: number, lifeMs = invitationTtlMs) => {
  const invitation = randomToken()
  const expires = nowMs + lifeMs
  await upsertInvitation(tx, staffId, sha256(invitation), expires)
  return { invitation, expires }
}
