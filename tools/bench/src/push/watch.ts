import { setPriority } from 'node:os'
import process from 'node:process'
import { type Contender, connectClient, createReading } from './clients.ts'
import { type Arrival, type Arrivals, nowMs } from './load.ts'

/** A client that notes when bytes came and looks at what they say only when it is asked. */
const openWatcher = async (side: Contender, port: number, client: number) => {
  const noted: { readonly chunk: Buffer; readonly atMs: number }[] = []
  const read = createReading()
  await connectClient(side, port, `user-${client}`, (chunk) => noted.push({ chunk, atMs: nowMs() }))
  return {
    client,
    take: (): { readonly text: string; readonly atMs: number }[] =>
      noted.splice(0).flatMap(({ chunk, atMs }) => read(chunk).map((text) => ({ text, atMs }))),
  }
}

type Watcher = Awaited<ReturnType<typeof openWatcher>>

/** What came since the last time. A packet of socket.io has its type and the event's name before the data. */
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
 * Watches one side in a process of its own with some signed-in clients, and tells the process that started it
 * what came, whenever that asks. Ages are ages at the reader's door: this process does nothing else, and where
 * it may it goes before others, so that its own wait for a core is not taken for the server's.
 */
export const watchPush = async (side: Contender, port: number, clients: number): Promise<void> => {
  try {
    setPriority(-10)
  } catch {
    // Only a privileged process may; without it the ages include waiting for a core.
  }
  const watchers: Watcher[] = []
  for (let client = 1; client <= clients; client += 1) watchers.push(await openWatcher(side, port, client))
  process.on('message', () => process.send?.(takeAll(watchers)))
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
