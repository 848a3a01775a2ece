/** The thread that makes the tree of a liabilities report. It neither reads nor writes the database. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeTreeHere, type TreeTerms } from './treeMaker.ts'
import type { ThreadAnswer, ThreadCommand } from './treeThread.ts'

const port = parentPort
if (port === null) throw new Error('this is a thread of the server')
const tree = makeTreeHere(workerData as TreeTerms)

/** Rows that may wait to be stored. */
const maxWaiting = 64
let waiting = 0
let room = Promise.withResolvers<void>()

const say = (answer: ThreadAnswer): void =>
  port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])

/** Sends a row, and waits while too many are on their way. */
const send = async (answer: ThreadAnswer): Promise<void> => {
  waiting += 1
  say(answer)
  while (waiting > maxWaiting) await room.promise
}

const build = async (): Promise<void> => {
  const built = await tree.build({
    nodes: ({ nodes, ...row }) => send({ kind: 'nodes', row, bytes: nodes }),
    customers: ({ firstUid, customers }) => send({ kind: 'customers', firstUid, bytes: customers }),
  })
  say({ kind: 'built', ...built })
  port.close()
}

port.on('message', (command: ThreadCommand) => {
  if (command.kind === 'add') void tree.add(command.page).then(() => say({ kind: 'added' }))
  else if (command.kind === 'build') void build()
  else {
    waiting -= 1
    room.resolve()
    room = Promise.withResolvers()
  }
})
