import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { type CopyPurchaseIssue, validateCopyPurchase } from '@glasshouse/core/invest/copy/checks'
import { canBeCopied } from '@glasshouse/core/invest/copy/lead'
import { dealingPointOf } from '@glasshouse/core/invest/copy/schedule'
import { type BuyBaseCommand, methodFieldOfPurchase } from '@glasshouse/core/invest/purchases/codec'
import { type InterestMethod, rate } from '@glasshouse/core/invest/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import { assertCanTrade } from '../../../eligibility/index.ts'
import { lockBalances, postSingle } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { copyRequestedPosting } from '../../postings.ts'
import type { OrderRow, PoolRow } from '../../schema.ts'
import { findLead } from '../../store/copy/leads.ts'
import { hasWaiting, insertCopy } from '../../store/copy/orders.ts'
import { findPool, lockPool, updateWaiting } from '../../store/copy/pools.ts'
import { countProcessing, insertOrder } from '../../store/orders.ts'
import { lockProduct, type ProductWithCycles, updateProductSums } from '../../store/products.ts'
import type { InvestDeps } from '../deps.ts'
import { assertAccepted } from '../issues.ts'
import { capacityOf } from './capacity.ts'

/** Stop-loss of an order that names none, in percent. */
const usualStopLoss = 40

/** A copy product is bought like a fixed cycle. */
export const assertCopyMethod = (method: InterestMethod): void => {
  if (method !== 'fixed') throw domainError('invalidField', { field: methodFieldOfPurchase })
}

/**
 * Asks for a place in a copy pool: wallet → hold of principal, until the next dealing. The wallet is locked, then the
 * product and its pool, so that orders of one customer and the last capacity of one pool are given once.
 *
 * @throws what `buyBaseCycle` throws, notTradable (`riskScore`), notAllowed (`ownProduct`), invalidState (`inApproval`)
 */
export const buyCopy = async (
  deps: InvestDeps,
  uid: number,
  { productId, amount, withdrawPassword, stopLossPercent }: BuyBaseCommand,
): Promise<OrderRow> => {
  await deps.verifyWithdrawPassword(uid, withdrawPassword)
  return transact(deps.database.db, async (tx) => {
    const [available] = await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'principal')])
    const offered = await findPool(tx, productId)
    if (offered === null) throw domainError('notFound')
    await assertCanTrade(deps, tx, uid, { product: 'invest', copiedLeverage: offered.pool.max_multiple })
    const found = await lockProduct(tx, productId)
    const pool = await lockPool(tx, productId)
    const lead = pool === null ? null : await findLead(tx, pool.lead_id)
    if (found === null || pool === null || lead === null) throw domainError('notFound')
    const { capacity } = await capacityOf(deps.pools, tx, { pool, lead })
    const isOnSale = found.product.on_sale && pool.stopped_ms === null && lead.ended_ms === null
    assertCopyAccepted(
      validateCopyPurchase({
        isOnSale,
        canBeCopied: canBeCopied({ riskScore: lead.risk_score, isScoreWaived: lead.is_waived }),
        amount,
        limits: { min: pool.min_principal, max: pool.max_principal },
        isOwnProduct: lead.uid === uid,
        isWaiting: await hasWaiting(tx, uid, productId),
        running: await countProcessing(tx, uid),
        maxRunning: await getSetting(tx, 'invest_order_max'),
        available,
        capacity,
      }),
    )
    return accept(deps, tx, {
      ...{ uid, found, pool, money: amount },
      stopLoss: stopLossPercent ?? usualStopLoss,
    })
  })
}

const assertCopyAccepted = (issue: CopyPurchaseIssue | null): void => {
  if (issue?.code === 'ownProduct') throw domainError('notAllowed', { reason: 'ownProduct' })
  if (issue?.code === 'inApproval') throw domainError('invalidState', { reason: 'inApproval' })
  if (issue?.code === 'notTradable' && 'reason' in issue)
    throw domainError('notTradable', { reason: issue.reason })
  assertAccepted(issue)
}

type AcceptedCopy = {
  readonly uid: number
  readonly found: ProductWithCycles
  readonly pool: PoolRow
  readonly money: Usdt
  readonly stopLoss: number
}

const accept = async (
  { clock }: InvestDeps,
  tx: Tx,
  { uid, found: { product }, pool, money, stopLoss }: AcceptedCopy,
): Promise<OrderRow> => {
  const nowMs = clock.business()
  const dealingMs = dealingPointOf(nowMs)
  const endsMs = dealingMs + pool.period_days * dayMs
  const order = await insertOrder(tx, {
    uid,
    product_id: product.id,
    cycle_id: null,
    product_name: product.name,
    kind: 'copy',
    method: 'copy',
    principal: money,
    credit: usdt('0'),
    rate: rate('0'),
    days: pool.period_days,
    promised: usdt('0'),
    redeem_fee: rate('0'),
    created_ms: nowMs,
    redeemable_ms: endsMs,
    ends_ms: endsMs,
    next_ms: dealingMs,
    state: 'waiting',
    last_day: null,
    redeem_ms: null,
    finished_ms: null,
    loan_id: null,
  })
  await insertCopy(tx, {
    order_id: order.id,
    product_id: product.id,
    lead_fee_ppm: pool.lead_fee_ppm,
    exit_levy_ppm: pool.exit_levy_ppm,
    stop_loss_percent: stopLoss,
    entry_price: null,
    high_water_mark: null,
    entered_ms: null,
    period_end_ms: null,
    exit_mode: null,
    leaves_ms: null,
  })
  await postSingle(tx, nowMs, copyRequestedPosting(order))
  await updateProductSums(tx, [{ productId: product.id, sold: money, promised: 0n }])
  await updateWaiting(tx, product.id, money)
  await publishEvents(tx, [walletChanged(uid)], clock.now())
  return order
}
