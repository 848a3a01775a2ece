import { randomToken, sha256, type Tx } from '../../platform/index.ts'
import { putInvitation } from '../store/members.ts'

/** An invitation is good for a day, that of the first manager for an hour; milliseconds. */
export const invitationLifeMs = 86_400_000
export const firstInvitationLifeMs = 3_600_000

/** Opens an invitation in the place of an older one; its secret part is told once and kept as a hash. */
export const invite = async (tx: Tx, staffId: number, nowMs: number, lifeMs = invitationLifeMs) => {
  const invitation = randomToken()
  const expires = nowMs + lifeMs
  await putInvitation(tx, staffId, sha256(invitation), expires)
  return { invitation, expires }
}
