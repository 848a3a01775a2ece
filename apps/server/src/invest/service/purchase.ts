import { domainError } from '@glasshouse/core/errors/registry'
import { cycleCapacity, isFunded } from '@glasshouse/core/invest/capacity'
import { trialPrincipal, validatePurchase, validateTrialPurchase } from '@glasshouse/core/invest/checks'
import {
  type BuyBaseCommand,
  type BuyCycleCommand,
  type BuyFurtherCommand,
  methodFieldOfPurchase,
} from '@glasshouse/core/invest/purchases/codec'
import { orderInstants, totalInterest } from '@glasshouse/core/invest/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { postNotices } from '../../customers/notices/index.ts'
import { assertCanTrade } from '../../eligibility/index.ts'
import { getBalances, lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { orderBoughtPosting } from '../postings.ts'
import type { CycleRow, OrderRow } from '../schema.ts'
import { countProcessing, findExperienceOrder, insertOrder } from '../store/orders.ts'
import { findProduct, lockProduct, type ProductWithCycles, updateProductSums } from '../store/products.ts'
import { assertCopyMethod, buyCopy } from './copy/purchase.ts'
import type { InvestDeps } from './deps.ts'
import { assertAccepted } from './issues.ts'
import { boughtNotice } from './notices.ts'
import { baseCycle, cycleTermsOf, saleLimitsOf } from './view.ts'

type Customer = { readonly uid: number }

/** Which cycle of a product is bought. */
type Choice = (product: ProductWithCycles) => CycleRow

const baseChoice =
  ({ method }: BuyCycleCommand): Choice =>
  (found) => {
    const cycle = baseCycle(found, method)
    if (cycle === undefined) throw domainError('invalidField', { field: methodFieldOfPurchase })
    return cycle
  }

const furtherChoice =
  ({ method, cycleId }: BuyFurtherCommand): Choice =>
  (found) => {
    const cycle = found.cycles.find(({ id }) => id === cycleId)
    // Base cycles are sold by `buy` alone.
    if (cycle === undefined || baseCycle(found, cycle.method) === cycle) throw domainError('notFound')
    if (cycle.method !== method) throw domainError('invalidField', { field: methodFieldOfPurchase })
    return cycle
  }

/**
 * Buys a base cycle or, of a copy product, a place in its pool: wallet → hold of principal, of a cycle with the whole
 * interest set aside in the product's reserve. The wallet is locked, then the product, so orders of one customer and orders of one reserve wait for each other.
 *
 * @throws invalidField, notFound, invalidState (`noWithdrawPassword`, `coolingOff`), invalidCredentials, tooManyRequests,
 * what `assertCanTrade` throws, notTradable, outOfRange, tooManyOrders, insufficientBalance, insufficientReserve
 */
export const buyBaseCycle = async (
  deps: InvestDeps,
  buyer: Customer,
  command: BuyBaseCommand,
): Promise<OrderRow> => {
  if ((await findProduct(deps.database.db, command.productId))?.product.kind !== 'copy')
    return buy(deps, buyer, command, baseChoice(command))
  assertCopyMethod(command.method)
  return buyCopy(deps, buyer.uid, command)
}

/** Buys a further cycle of a product; otherwise as `buyBaseCycle`. */
export const buyFurtherCycle = (
  deps: InvestDeps,
  buyer: Customer,
  command: BuyFurtherCommand,
): Promise<OrderRow> => buy(deps, buyer, command, furtherChoice(command))

const ownMoneyProduct = (found: ProductWithCycles | null): ProductWithCycles => {
  if (found === null || found.product.kind !== 'yield') throw domainError('notFound')
  return found
}

const buy = async (
  deps: InvestDeps,
  { uid }: Customer,
  { productId, amount, withdrawPassword }: BuyCycleCommand,
  choose: Choice,
): Promise<OrderRow> => {
  const { database } = deps
  choose(ownMoneyProduct(await findProduct(database.db, productId)))
  await deps.verifyWithdrawPassword(uid, withdrawPassword)
  return transact(database.db, async (tx) => {
    const further = (await deps.sale?.accountsOf(tx, uid)) ?? []
    const own = [customer(uid, 'wallet'), customer(uid, 'principal')] as const
    const [available] = await lockBalances(tx, [...own, ...further])
    await assertCanTrade(deps, tx, uid, { product: 'invest', copiedLeverage: null })
    const found = ownMoneyProduct(await lockProduct(tx, productId))
    const cycle = choose(found)
    assertAccepted(
      validatePurchase({
        ...(await saleOf(tx, found, cycle, amount)),
        amount,
        running: await countProcessing(tx, uid),
        available,
      }),
    )
    const order = await accept(deps, tx, { uid, found, cycle, principal: amount, credit: usdt('0') })
    await deps.sale?.sold(tx, order)
    return order
  })
}

/** What decides whether a product sells an amount of a cycle; its row is locked. */
const saleOf = async (tx: Tx, found: ProductWithCycles, cycle: CycleRow, amount: Usdt) => {
  const [reserve] = await getBalances(tx, [house(`interest:${found.product.id}`)])
  const limits = saleLimitsOf(found, reserve)
  const terms = cycleTermsOf(cycle)
  return {
    onSale: found.product.on_sale,
    limits: { min: cycle.min_principal, max: cycle.max_principal },
    maxRunning: await getSetting(tx, 'invest_order_max'),
    capacity: cycleCapacity(terms, limits),
    funded: isFunded(terms, amount, limits),
  }
}

const trialCycle = (found: ProductWithCycles | null) => {
  const cycle = found?.cycles[0]
  if (found === null || found.product.kind !== 'experience' || cycle === undefined)
    throw domainError('notFound')
  return { found, cycle }
}

/**
 * Buys the trial product with all trial funds up to its maximum, once ever: experience → hold of
 * experience principal.
 *
 * @throws notFound, what `assertCanTrade` throws, notTradable, invalidState (`once`), insufficientBalance, tooManyOrders,
 * insufficientReserve
 */
export const buyExperience = (deps: InvestDeps, { uid }: Customer, productId: number): Promise<OrderRow> =>
  transact(deps.database.db, async (tx) => {
    trialCycle(await findProduct(tx, productId))
    const [, fund] = await lockBalances(tx, [
      customer(uid, 'wallet'),
      customer(uid, 'experience'),
      customer(uid, 'experiencePrincipal'),
    ])
    await assertCanTrade(deps, tx, uid, { product: 'invest', copiedLeverage: null })
    const { found, cycle } = trialCycle(await lockProduct(tx, productId))
    const limits = { min: cycle.min_principal, max: cycle.max_principal }
    const credit = trialPrincipal(fund, limits)
    assertAccepted(
      validateTrialPurchase({
        ...(await saleOf(tx, found, cycle, credit)),
        running: await countProcessing(tx, uid),
        used: (await findExperienceOrder(tx, uid)) !== null,
        fund,
      }),
    )
    return accept(deps, tx, { uid, found, cycle, principal: usdt('0'), credit })
  })

type AcceptedPurchase = {
  readonly uid: number
  readonly found: ProductWithCycles
  readonly cycle: CycleRow
  readonly principal: Usdt
  readonly credit: Usdt
}

const accept = async (
  { clock }: InvestDeps,
  tx: Tx,
  { uid, found: { product }, cycle, principal, credit }: AcceptedPurchase,
): Promise<OrderRow> => {
  const nowMs = clock.business()
  const amount = sumUnits([principal, credit])
  const promised = totalInterest({ ...cycleTermsOf(cycle), principal: amount })
  const instants = orderInstants(nowMs, cycle.days, product.redeem_days)
  const order = await insertOrder(tx, {
    uid,
    product_id: product.id,
    cycle_id: cycle.id,
    product_name: product.name,
    kind: product.kind,
    method: cycle.method,
    principal,
    credit,
    rate: cycle.rate,
    days: cycle.days,
    promised,
    redeem_fee: product.redeem_fee,
    created_ms: nowMs,
    redeemable_ms: instants.redeemableMs,
    ends_ms: instants.endMs,
    next_ms: instants.firstMs,
    state: 'running',
    last_day: null,
    redeem_ms: null,
    finished_ms: null,
    loan_id: null,
  })
  await postSingle(tx, nowMs, orderBoughtPosting(order))
  await updateProductSums(tx, [{ productId: product.id, sold: amount, promised }])
  await postNotices(tx, clock, [boughtNotice(order)])
  await publishEvents(tx, [walletChanged(uid)], clock.now())
  return order
}
