import { setPriority } from 'node:os'
import process from 'node:process'
import { type Contender, connectClient, createReading, loopback } from './clients.ts'
import { type Arrival, type Arrivals, nowMs } from './load.ts'

/** A client that records arrival times and parses the bytes only on request. */
const openWatcher = async (side: Contender, port: number, client: number, user: string) => {
  const noted: { readonly chunk: Buffer; readonly atMs: number }[] = []
  const read = createReading()
  await connectClient(side, port, user, (chunk) => noted.push({ chunk, atMs: nowMs() }), loopback)
  return {
    client,
    take: (): { readonly text: string; readonly atMs: number }[] =>
      noted.splice(0).flatMap(({ chunk, atMs }) => read(chunk).map((text) => ({ text, atMs }))),
  }
}

type Watcher = Awaited<ReturnType<typeof openWatcher>>

/** Messages since the last call. A socket.io packet has its type and the event's name before the data. */
const takeAll = (watchers: readonly Watcher[]): Arrivals => {
  const quotes: Arrival[] = []
  const events: Arrival[] = []
  for (const { client, take } of watchers)
    for (const { text, atMs } of take()) {
      const start = text.startsWith('42') ? text.indexOf('{') : 0
      const message = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1))
      if (message.n !== undefined) quotes.push({ client, number: message.n, atMs })
      if (message.e === 'CLOSE_LEVER_ORDER') events.push({ client, number: message.data.id, atMs })
    }
  return { quotes, events }
}

/**
 * Watches one side in a separate process with some signed-in clients and reports arrivals to its parent on request.
 *
 * Ages are measured at the reader: this process does nothing else and raises its priority where permitted, so that its
 * own wait for a core is not counted as the server's.
 */
export const watchPush = async (
  side: Contender,
  port: number,
  clients: number,
  userOf: (client: number) => string,
): Promise<void> => {
  try {
    setPriority(-10)
  } catch {
    // Only a privileged process may raise it; otherwise the ages include waiting for a core.
  }
  const watchers: Watcher[] = []
  for (let client = 1; client <= clients; client += 1)
    watchers.push(await openWatcher(side, port, client, userOf(client)))
  process.on('message', () => process.send?.(takeAll(watchers)))
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
