import type { Client } from './client.ts'

/** Close code of a socket whose session ended. */
export const sessionEndedCode = 4001

/** Closes a socket because its session ended. */
export const closeForEndedSession = ({ socket }: Client): void =>
  socket.close(sessionEndedCode, 'the session has ended')

/** Which of these sessions are open. */
export type OpenSessions = (ids: readonly number[]) => Promise<ReadonlySet<number>>

/** Closes the sockets of sessions that have ended; one read for all of them. */
const checkSessions = async (clients: ReadonlySet<Client>, openSessionsOf: OpenSessions): Promise<void> => {
  const bySession = Map.groupBy(
    [...clients].filter(({ guest }) => guest !== null),
    ({ guest }) => guest?.sessionId ?? 0,
  )
  if (bySession.size === 0) return
  const open = await openSessionsOf([...bySession.keys()])
  for (const [id, own] of bySession) if (!open.has(id)) for (const client of own) closeForEndedSession(client)
}

/** Checks sessions periodically, so that a socket never outlives its session by 5 seconds. */
export const monitorSessions = (
  clients: ReadonlySet<Client>,
  openSessionsOf: OpenSessions,
  everyMs: number,
): (() => void) => {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    checkSessions(clients, openSessionsOf)
      // The database is away: no socket is closed for that, and the next round checks again.
      .catch(() => undefined)
      .finally(() => {
        busy = false
      })
  }, everyMs)
  return () => clearInterval(timer)
}

/** Pings every socket and drops those that have not responded since the last round. */
export const monitorLiveness = (clients: ReadonlySet<Client>, everyMs: number): (() => void) => {
  const timer = setInterval(() => {
    for (const client of clients) {
      if (client.alive) client.socket.ping()
      else client.socket.terminate()
      client.alive = false
    }
  }, everyMs)
  return () => clearInterval(timer)
}
