import type { Tx } from '../../platform/database/index.ts'
import { listAccruedUnpaid, sumPromised } from '../store/accruals.ts'
import { listCopyClaims, sumPoolFloating } from '../store/copy/claims.ts'

/** Interest that customers of a range of numbers have accrued and not been paid, by customer; units of 1e-8 USDT. */
export const listAccruedClaims = (
  tx: Tx,
  range: { readonly after: number; readonly upTo: number },
): Promise<readonly { readonly uid: number; readonly amount: bigint }[]> => listAccruedUnpaid(tx, range)

/** What is promised and not accrued yet, as a liabilities report names it. */
export const sumPromisedInterest = async (tx: Tx): Promise<ReadonlyMap<string, bigint>> =>
  new Map([['promised.interest.USDT', await sumPromised(tx)]])

/** Value of the copy orders of customers of a range of numbers, by customer; units of 1e-8 USDT. */
export const listPoolClaims = (
  tx: Tx,
  range: { readonly after: number; readonly upTo: number },
): Promise<readonly { readonly uid: number; readonly amount: bigint }[]> => listCopyClaims(tx, range)

/** What brings the ledger of the pools back to their newest dealing, the moment of the claims, as a liabilities report names it. */
export const sumPools = async (tx: Tx): Promise<ReadonlyMap<string, bigint>> =>
  new Map([['pools.floating', await sumPoolFloating(tx)]])
