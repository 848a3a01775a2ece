import type { Tx } from '../../platform/database/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import { upsertInvitation } from '../store/members.ts'

/** Lifetime of an invitation: one day, for the first manager one hour; milliseconds. */
const invitationTtlMs = 86_400_000
export const firstInvitationTtlMs = 3_600_000

/** Creates an invitation that replaces an older one; its secret is returned once and stored as a hash. */
export const createInvitation = async (tx: Tx, staffId: number, nowMs: number, lifeMs = invitationTtlMs) => {
  const invitation = randomToken()
  const expires = nowMs + lifeMs
  await upsertInvitation(tx, staffId, sha256(invitation), expires)
  return { invitation, expires }
}
