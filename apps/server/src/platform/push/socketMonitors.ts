import type { CustomerSession } from '../http/pipeline.ts'
import type { Client } from './client.ts'

/** Close code of a socket whose session ended. */
export const sessionEndedCode = 4001

/** Closes a socket because its session ended. */
export const closeForEndedSession = ({ socket }: Client): void =>
  socket.close(sessionEndedCode, 'the session has ended')

/** Checks the session of every signed-in socket, each token once. */
const checkSessions = async (
  clients: ReadonlySet<Client>,
  customerOf: (token: string) => Promise<CustomerSession>,
): Promise<void> => {
  const byToken = Map.groupBy(
    [...clients].filter(({ guest }) => guest !== null),
    ({ guest }) => guest?.token ?? '',
  )
  for (const [token, own] of byToken) {
    const session = await customerOf(token)
    if (session.kind !== 'ok') for (const client of own) closeForEndedSession(client)
  }
}

/** Checks sessions periodically, so that a socket never outlives its session by more than 5 seconds. */
export const monitorSessions = (
  clients: ReadonlySet<Client>,
  customerOf: (token: string) => Promise<CustomerSession>,
  everyMs: number,
): (() => void) => {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    checkSessions(clients, customerOf)
      // Database unavailable: no socket is closed for that, and the next round checks again.
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
