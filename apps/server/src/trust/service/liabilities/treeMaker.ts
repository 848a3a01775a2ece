import { createLeafList } from './leaves.ts'
import { buildTree, type TreeRoot, type TreeSink } from './tree.ts'

/** What binds a tree to its report; plain data, so that another thread can be told. */
export type TreeTerms = {
  readonly assets: number
  /** SHA-256 that stands in every hash. */
  readonly context: Uint8Array
  /** Leaves of each customer. */
  readonly parts: number
  /** Secret from which nonces and cuts are derived. */
  readonly seed: Uint8Array
}

/** Takes customers in the order of their numbers, then makes the tree. */
export type TreeMaker = {
  /** Adds customers with their amounts, one per asset. */
  readonly add: (customers: ReadonlyMap<number, readonly bigint[]>) => Promise<void>
  /** Makes the tree of everything that was added and hands its rows to the sink. */
  readonly build: (sink: TreeSink) => Promise<{ readonly root: TreeRoot; readonly customers: number }>
}

/** A tree that is made on this thread. */
export const makeTreeHere = ({ assets, context, parts, seed }: TreeTerms): TreeMaker => {
  const leaves = createLeafList({ assets, context: Buffer.from(context) }, parts, Buffer.from(seed))
  return {
    add: async (customers) => {
      for (const [uid, amounts] of customers) leaves.add(uid, amounts)
    },
    build: async (sink) => ({ root: await buildTree(leaves, sink), customers: leaves.uids.length }),
  }
}
