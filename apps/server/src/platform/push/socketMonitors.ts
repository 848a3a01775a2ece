import type { Client } from './client.ts'

/** Close code of a socket whose session ended. */
const sessionEndedCode = 4001

/** Closes a socket because its session ended. */
export const closeForEndedSession = ({ socket }: Client): void =>
  socket.close(sessionEndedCode, 'the session has ended')

/** Which of these sessions, or of these API keys, are open. */
export type OpenSessions = (ids: readonly number[]) => Promise<ReadonlySet<number>>

/** How the monitor finds out what sockets may stay open. */
export type OpenCredentials = { readonly sessions: OpenSessions; readonly apiKeys: OpenSessions }

/** Closes the sockets whose session or API key has ended; one read for all of them. */
const closeEnded = async (
  clients: readonly Client[],
  idOf: (client: Client) => number,
  openOf: OpenSessions,
): Promise<void> => {
  if (clients.length === 0) return
  const byId = Map.groupBy(clients, idOf)
  const open = await openOf([...byId.keys()])
  for (const [id, own] of byId) if (!open.has(id)) for (const client of own) closeForEndedSession(client)
}

const sessionIdOf = ({ guest }: Client): number =>
  guest !== null && 'sessionId' in guest ? guest.sessionId : 0
const apiKeyIdOf = ({ guest }: Client): number => (guest !== null && 'apiKeyId' in guest ? guest.apiKeyId : 0)

const checkSessions = async (clients: ReadonlySet<Client>, open: OpenCredentials): Promise<void> => {
  const all = [...clients]
  await closeEnded(
    all.filter((client) => sessionIdOf(client) > 0),
    sessionIdOf,
    open.sessions,
  )
  await closeEnded(
    all.filter((client) => apiKeyIdOf(client) > 0),
    apiKeyIdOf,
    open.apiKeys,
  )
}

/** Checks sessions periodically, so that a socket never outlives its session by 5 seconds. */
export const monitorSessions = (
  clients: ReadonlySet<Client>,
  open: OpenCredentials,
  everyMs: number,
): (() => void) => {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    checkSessions(clients, open)
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
