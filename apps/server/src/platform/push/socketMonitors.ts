import type { CustomerSession } from '../http/pipeline.ts'
import type { Client } from './client.ts'

/** The close code of a socket whose session ended. */
export const sessionEndedCode = 4001

/** Closes a socket because its session has ended. */
export const closeForEndedSession = ({ socket }: Client): void =>
  socket.close(sessionEndedCode, 'the session has ended')

/** Looks at the session behind every signed-in socket once, each token one time. */
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

/** Looks at sessions again and again, so that a socket never outlives its session by 5 seconds. */
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
      // The database is away: nobody is thrown out for that, and the next round looks again.
      .catch(() => undefined)
      .finally(() => {
        busy = false
      })
  }, everyMs)
  return () => clearInterval(timer)
}

/** Asks every socket whether it lives and gives up those that have not answered since the last time. */
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
