import type { Account } from '@glasshouse/core/ledger/chart'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { fundedLevels, isPaidAtOnce, promiseTo } from '@glasshouse/core/referral/rules'
import type { InvestOrder } from '../../invest/index.ts'
import { findEarlierOrder } from '../../investFigures/index.ts'
import { getBalances, post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { promiseFundedPosting } from '../postings.ts'
import { insertPromises } from '../store/promises.ts'
import { payFirstPurchases } from './firstPurchase.ts'
import { findInviters, judgeInviters, type ReferralDeps, readTerms } from './terms.ts'

/** The accounts that the promise of an order of this customer moves, for the sale to lock together with its own. */
export const saleAccounts = async (tx: Tx, uid: number): Promise<readonly Account[]> => {
  const inviters = await findInviters(tx, uid)
  if (inviters.length === 0) return []
  return [
    house('marketing'),
    house('referral'),
    ...inviters.map(({ receiver }) => customer(receiver, 'wallet')),
  ]
}

/**
 * Promises the inviters of a client their share of an order’s interest, in the transaction of the sale: marketing reserve
 * → referral, level by level as far as the reserve covers it. What it does not cover is not promised, and the sale goes
 * on. Copy and trial orders promise nothing. A first purchase that can never be redeemed early is paid at once.
 */
export const promiseSale = async (deps: ReferralDeps, tx: Tx, order: InvestOrder): Promise<void> => {
  if (order.method === 'copy' || order.principal === 0n) return
  const inviters = await findInviters(tx, order.uid)
  if (inviters.length === 0) return
  const terms = await readTerms(tx)
  const isFirst = (await findEarlierOrder(tx, order.uid, order.id)) === null
  const refusals = await judgeInviters(deps, tx, order.uid, inviters)
  const promises = inviters.map(({ level, receiver }) => ({
    receiver,
    ...promiseTo(level, order.promised, { share: terms.share[level], first: terms.first[level] }, isFirst),
  }))
  const [free] = await getBalances(tx, [house('marketing')])
  const funded = fundedLevels(
    free,
    promises.filter(({ level }) => !refusals.has(level)),
  )
  const rows = await insertPromises(
    tx,
    promises.map(({ level, receiver, interest, first }) => {
      const isFunded = funded.has(level)
      return {
        order_id: order.id,
        level,
        client: order.uid,
        receiver,
        rate: terms.share[level],
        first_rate: isFirst ? terms.first[level] : 0,
        promised: isFunded ? interest : 0n,
        first_promised: isFunded ? first : 0n,
        refusal: isFunded ? null : (refusals.get(level) ?? 'reserve'),
        state: 'running' as const,
        order_interest: null,
        order_fee: null,
        last_day: null,
      }
    }),
  )
  const posting = promiseFundedPosting(order.id, rows)
  if (posting.transfers.length === 0) return
  const [posted] = await post(tx, order.created_ms, [posting])
  if (posted?.ok !== true) throw new Error(`the marketing reserve moved while order ${order.id} held it`)
  if (!isPaidAtOnce({ redeemableMs: order.redeemable_ms, endMs: order.ends_ms })) return
  await payFirstPurchases(deps, tx, order.created_ms, rows)
}
