import { type CustomerPage, vectorsOf } from './customerPage.ts'
import { createLeafList } from './leaves.ts'
import { buildTree, type TreeRoot, type TreeSink } from './tree.ts'

/** What binds a tree to its report; plain data, so that another thread can be told. */
export type TreeTerms = {
  readonly assets: readonly string[]
  /** SHA-256 that stands in every hash. */
  readonly context: Uint8Array
  /** Leaves of each customer. */
  readonly parts: number
  /** Secret from which nonces and cuts are derived. */
  readonly seed: Uint8Array
}

/** Takes customers in the order of their numbers, then makes the tree. */
export type TreeMaker = {
  readonly add: (page: CustomerPage) => Promise<void>
  /** Makes the tree of everything that was added and hands its rows to the sink. */
  readonly build: (sink: TreeSink) => Promise<{ readonly root: TreeRoot; readonly customers: number }>
}

/** A tree that is made on this thread. */
export const makeTreeHere = ({ assets, context, parts, seed }: TreeTerms): TreeMaker => {
  const format = { assets: assets.length, context: Buffer.from(context) }
  const leaves = createLeafList(format, parts, Buffer.from(seed))
  return {
    add: async (page) => {
      for (const [uid, amounts] of vectorsOf(page, assets)) leaves.add(uid, amounts)
    },
    build: async (sink) => ({ root: await buildTree(leaves, sink), customers: leaves.uids.length }),
  }
}
