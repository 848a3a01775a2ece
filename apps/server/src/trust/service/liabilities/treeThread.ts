import { Worker } from 'node:worker_threads'
import type { CustomerPage } from './customerPage.ts'
import type { CustomerRow, NodeRow, TreeRoot } from './tree.ts'
import type { TreeMaker, TreeTerms } from './treeMaker.ts'

/** Bytes that are handed over instead of copied. */
type Bytes = Uint8Array<ArrayBuffer>

/** What the thread is told: some customers, that these were all, that rows were stored. */
export type ThreadCommand =
  | { readonly kind: 'add'; readonly page: CustomerPage }
  | { readonly kind: 'build' }
  | { readonly kind: 'stored' }

/** What it answers: customers were added, rows to be stored, the tree is whole. */
export type ThreadAnswer =
  | { readonly kind: 'added' }
  | { readonly kind: 'nodes'; readonly row: Omit<NodeRow, 'nodes'>; readonly bytes: Bytes }
  | { readonly kind: 'customers'; readonly firstUid: number; readonly bytes: Bytes }
  | { readonly kind: 'built'; readonly root: TreeRoot; readonly customers: number }

/** Reads of customers that may wait for the thread, so that memory stays bounded. */
const maxWaiting = 8

/**
 * A tree that a thread makes, so that requests are answered meanwhile: a million customers take half a minute of a core. What
 * is read and stored passes through this thread in small pieces. The signal ends it, also before the tree is whole.
 */
export const makeTreeInThread = (terms: TreeTerms, signal: AbortSignal): TreeMaker => {
  const worker = new Worker(new URL('./tree.worker.ts', import.meta.url), { workerData: terms })
  const failed = Promise.withResolvers<never>()
  // Ending the thread rejects it too, and no call may be waiting then.
  failed.promise.catch(() => undefined)
  worker.on('error', failed.reject)
  worker.on('exit', (code) => failed.reject(new Error(`the thread of a liabilities tree ended with ${code}`)))
  signal.addEventListener('abort', () => void worker.terminate(), { once: true })
  const say = (command: ThreadCommand): void => worker.postMessage(command)
  let waiting = 0
  let room = Promise.withResolvers<void>()
  let handle = async (answer: ThreadAnswer): Promise<void> => {
    if (answer.kind !== 'added') return
    waiting -= 1
    room.resolve()
    room = Promise.withResolvers()
  }
  worker.on('message', (answer: ThreadAnswer) => void handle(answer).catch(failed.reject))
  return {
    add: async (page) => {
      waiting += 1
      say({ kind: 'add', page })
      while (waiting > maxWaiting) await Promise.race([room.promise, failed.promise])
    },
    build: async (sink) => {
      const built = Promise.withResolvers<{ root: TreeRoot; customers: number }>()
      handle = async (answer) => {
        if (answer.kind === 'built') return built.resolve(answer)
        if (answer.kind === 'added') return
        const bytes = Buffer.from(answer.bytes.buffer)
        if (answer.kind === 'nodes') await sink.nodes({ ...answer.row, nodes: bytes })
        else await sink.customers({ firstUid: answer.firstUid, customers: bytes } satisfies CustomerRow)
        say({ kind: 'stored' })
      }
      say({ kind: 'build' })
      return Promise.race([built.promise, failed.promise])
    },
  }
}
