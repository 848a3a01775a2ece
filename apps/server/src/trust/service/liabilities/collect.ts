import type { Tx } from '../../../platform/index.ts'
import { type CustomerBalances, listCustomerBalances } from '../../store/liabilities.ts'
import type { TreeMaker } from './treeMaker.ts'

/** What customers are owed beyond their own accounts, and the line under which a report names its sum. */
type Claims = {
  /** Of one asset, such as `accrued.USDT`; `pools.claims` is in USDT. */
  readonly line: string
  readonly asset: string
  /** Claims of customers with a number above `after` and at most `upTo`, in units of 1e-8. */
  readonly list: (
    tx: Tx,
    range: { readonly after: number; readonly upTo: number },
  ) => Promise<readonly { readonly uid: number; readonly amount: bigint }[]>
}

/** What a module adds to a liabilities report, read in the report's own snapshot. */
export type LiabilityPart = {
  readonly claims?: Claims
  /** Further lines by name, such as `floating.gain`; units of 1e-8. */
  readonly lines?: (tx: Tx) => Promise<ReadonlyMap<string, bigint>>
}

/** Customers of one read: some milliseconds of work before others run. */
const customersAtOnce = 1_000

/** Adds every customer with own accounts and claims to a tree; returns the sums of the claims by line. */
export const collectCustomers = async (
  tx: Tx,
  assets: readonly string[],
  parts: readonly LiabilityPart[],
  tree: Pick<TreeMaker, 'add'>,
): Promise<ReadonlyMap<string, bigint>> => {
  const place = new Map(assets.map((asset, at) => [asset, at]))
  const claimed = new Map<string, bigint>()
  for (let after = 0; ; ) {
    const read = await listCustomerBalances(tx, after, customersAtOnce)
    const last = read.uids.at(-1)
    if (last === undefined) return claimed
    const vectors = vectorsOf(read, assets.length, place)
    for (const { claims } of parts) {
      if (claims === undefined) continue
      for (const { uid, amount } of await claims.list(tx, { after, upTo: last })) {
        const vector = vectors.get(uid)
        if (vector === undefined) throw new Error(`${claims.line} is owed to ${uid}, who is no customer`)
        addTo(vector, place.get(claims.asset), amount)
        claimed.set(claims.line, (claimed.get(claims.line) ?? 0n) + amount)
      }
    }
    await tree.add(vectors)
    after = last
  }
}

const addTo = (vector: bigint[], at: number | undefined, amount: bigint): void => {
  if (at === undefined) throw new Error('an asset of a customer is missing in the report')
  vector[at] = (vector[at] ?? 0n) + amount
}

const vectorsOf = (
  { uids, accounts }: CustomerBalances,
  assets: number,
  place: ReadonlyMap<string, number>,
): ReadonlyMap<number, bigint[]> => {
  const vectors = new Map(uids.map((uid) => [uid, new Array<bigint>(assets).fill(0n)]))
  for (const { uid, asset, balance } of accounts) {
    const vector = vectors.get(uid)
    if (vector === undefined) throw new Error(`account of ${uid}, who was not read`)
    addTo(vector, place.get(asset), balance)
  }
  return vectors
}
