import { accountName } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Tx } from '../../../platform/database/index.ts'
import { listenedTo } from '../events.ts'
import { insertPayments } from '../store/transactions.ts'
import { type PostResult, post } from './post.ts'

/**
 * Posts transactions that each pay one amount from a house account to a customer, all of one cause and journal type with a key
 * of their own: one statement whatever their number, a third of the work of `post`. Where an account is not opened yet, `post`
 * does it and its results are returned; otherwise null. A key that counted before or a house account that is short is an error
 * of the caller: nothing of the batch is posted then.
 */
export const postPayments = async (
  tx: Tx,
  atMs: number,
  payments: readonly LedgerTransaction[],
): Promise<readonly PostResult[] | null> => {
  const [first] = payments
  if (first === undefined) return null
  const kind = first.cause.kind
  const type = first.transfers[0]?.type
  const lines = payments.map(({ cause, key, transfers }) => {
    const [transfer] = transfers
    if (transfer === undefined || transfers.length > 1 || key === undefined || cause.kind !== kind)
      throw new Error(`transaction ${key ?? kind} is no single payment`)
    const { from, to, amount } = transfer
    const isPayment = from.owner === 'house' && to.owner === 'customer' && !listenedTo.has(to.purpose)
    if (!isPayment || amount <= 0n || from.asset !== to.asset || transfer.type !== type)
      throw new Error(`transaction ${key} is no payment from a house account to a customer`)
    return { payer: accountName(from), payee: accountName(to), causeId: cause.id, key, amount }
  })
  if (type === undefined) throw new Error(`a payment of ${kind} without a transfer`)
  const written = await insertPayments(tx, { kind, type, atMs }, lines)
  return written === 0 ? post(tx, atMs, payments) : null
}
