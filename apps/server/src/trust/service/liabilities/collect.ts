import { addTo } from '@glasshouse/core/money/sums'
import type { ClaimSource } from '@glasshouse/core/trust/liabilities/ownLines'
import type { Tx } from '../../../platform/database/index.ts'
import { listCustomerBalances } from '../../store/liabilities.ts'
import type { TreeMaker } from './treeMaker.ts'

/** What customers are owed beyond their own accounts, and the line under which a report names its sum. */
type Claims = {
  /** What it is, as the customer's own lines name it. */
  readonly source: ClaimSource
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

/** Claims of a page of customers, as they are stored: number, line and amount of each, parted by blanks. */
export type ClaimPage = { readonly first_uid: number; readonly claims: string }

/** What was collected beyond the own accounts. */
export type Collected = {
  /** Sums of the claims by line. */
  readonly claimed: ReadonlyMap<string, bigint>
  readonly pages: readonly ClaimPage[]
}

/** Adds every customer with own accounts and claims to a tree. */
export const collectCustomers = async (
  tx: Tx,
  parts: readonly LiabilityPart[],
  tree: Pick<TreeMaker, 'add'>,
): Promise<Collected> => {
  const claimed = new Map<string, bigint>()
  const pages: ClaimPage[] = []
  for (let after = 0; ; ) {
    const { last, uids, accounts } = await listCustomerBalances(tx, after, customersAtOnce)
    if (last === null) return { claimed, pages }
    const [owed, named]: [string[], string[]] = [[], []]
    for (const { claims } of parts) {
      if (claims === undefined) continue
      for (const { uid, amount } of await claims.list(tx, { after, upTo: last })) {
        owed.push(`${uid} ${claims.asset} ${amount}`)
        named.push(`${uid} ${claims.line} ${amount}`)
        addTo(claimed, claims.line, amount)
      }
    }
    if (named.length > 0) pages.push({ first_uid: after + 1, claims: named.join(' ') })
    await tree.add({ uids, owed: [accounts, ...owed].join(' ').trim() })
    after = last
  }
}
