import { streamTicketTtlMs } from '@glasshouse/core/identity/rules'
import type { ApiKeyIdentity, CustomerIdentity } from '../../platform/http/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listUsableApiKeys } from '../store/apiKeys.ts'
import { listOpenSessions } from '../store/sessions.ts'
import { consumeStreamTicket, insertStreamTicket } from '../store/streamTickets.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Creates a ticket that opens the push stream as this session or API key: once, within 30 s. */
export const createStreamTicket = async (
  { clock, database }: Deps,
  owner: CustomerIdentity | ApiKeyIdentity,
): Promise<{ ticket: string }> => {
  const ticket = randomToken()
  await insertStreamTicket(database.db, owner, sha256(ticket), clock.now() + streamTicketTtlMs)
  return { ticket }
}

/** How the push stream finds out whose socket it is and whether its session is still open. */
export const streamSessions = ({ clock, database: { db } }: Deps) => ({
  /** Spends a ticket; null for an unknown, used or expired one and for one of an ended session. */
  redeemTicket: (ticket: string): Promise<CustomerIdentity | ApiKeyIdentity | null> =>
    consumeStreamTicket(db, sha256(ticket), clock.now(), clock.business()),
  /** Which of these sessions are open, in one statement. */
  openSessionsOf: (ids: readonly number[]): Promise<ReadonlySet<number>> =>
    listOpenSessions(db, ids, clock.business()),
  /** Which of these API keys can be used, in one statement. */
  openApiKeysOf: (ids: readonly number[]): Promise<ReadonlySet<number>> =>
    listUsableApiKeys(db, ids, clock.business()),
})
