/** The thread that makes the tree of a liabilities report. It neither reads nor writes the database. */
import { parentPort, workerData } from 'node:worker_threads'
import { createLeafList } from './leaves.ts'
import { readUnits, sumBytes } from './nodes.ts'
import { buildTree } from './tree.ts'
import type { TreeTerms } from './treeMaker.ts'
import type { ThreadAnswer, ThreadCommand } from './treeThread.ts'

const port = parentPort
if (port === null) throw new Error('this is a thread of the server')
const { assets, context, parts, seed } = workerData as TreeTerms
const leaves = createLeafList({ assets, context: Buffer.from(context) }, parts, Buffer.from(seed))

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

const add = (uids: Float64Array, amounts: Buffer): void => {
  const length = sumBytes({ assets })
  const vector = Array.from({ length: assets }, () => 0n)
  for (const [at, uid] of uids.entries()) {
    for (let asset = 0; asset < assets; asset += 1)
      vector[asset] = readUnits(amounts, at * length + 16 * asset)
    leaves.add(uid, vector)
  }
  say({ kind: 'added' })
}

const build = async (): Promise<void> => {
  const root = await buildTree(leaves, {
    nodes: ({ nodes, ...row }) => send({ kind: 'nodes', row, bytes: nodes }),
    customers: ({ firstUid, customers }) => send({ kind: 'customers', firstUid, bytes: customers }),
  })
  say({ kind: 'built', root, customers: leaves.uids.length })
  port.close()
}

port.on('message', (command: ThreadCommand) => {
  if (command.kind === 'add') add(command.uids, Buffer.from(command.amounts.buffer))
  else if (command.kind === 'build') void build()
  else {
    waiting -= 1
    room.resolve()
    room = Promise.withResolvers()
  }
})
