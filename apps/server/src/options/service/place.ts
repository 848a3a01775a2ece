import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, formatUsdt, usdt } from '@glasshouse/core/money/units'
import type { StakeLimits } from '@glasshouse/core/options/checks'
import type { PlaceOptionCommand } from '@glasshouse/core/options/codec'
import {
  judgeOption,
  judgeOptionOffer,
  type OptionOffer,
  type OptionPlan,
  type OptionProblem,
} from '@glasshouse/core/options/judge'
import { expiryChoices } from '@glasshouse/core/options/rules'
import { assertCanTrade } from '../../eligibility/index.ts'
import { getBalances, lockBalances, post } from '../../ledger/posting/index.ts'
import { assertTerms, tradableProduct } from '../../markets/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { NotDeliveredError, publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { inHousePart, isTradingReserveSufficient } from '../../tradingReserve/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { optionBoughtPosting } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents } from '../store/events.ts'
import { countOpen, insertOrder } from '../store/orders.ts'
import {
  awaitTrade,
  freshTick,
  noPriceError,
  type OptionDeps,
  type OptionMarkets,
  type OptionWait,
  readStakeLimits,
} from './terms.ts'

/**
 * Accepts an option at the last price of the tick in force when the wallet is locked. The stake goes from the
 * wallet into its hold, and what a win would earn from the trading reserve into the escrow, in one transaction;
 * two orders of one wallet wait for each other. Where fair entry is on, it enters at the first trade within a second
 * after the request instead.
 *
 * Refuses `notFound`, `notTradable`, `outOfRange` (an expiry not on offer, with `allowed`; a stake, with `nearest`),
 * `tooManyOrders`, `priceChanged`, `insufficientBalance`, `insufficientReserve`, and what stands in the way of new risk
 * (`assertCanTrade`). Judged by `judgeOption`: its first part before the wait, everything under the locks. Throws
 * `NotDeliveredError`, without effect, where another engine decides on the customer.
 */
export const buyOption = async (
  deps: OptionDeps,
  { uid }: { readonly uid: number },
  command: PlaceOptionCommand,
): Promise<OrderRow> => {
  const { clock, database, markets, settling, holder } = deps
  const stakes = await readStakeLimits(database.db)
  const request = { stake: command.stake, seconds: command.seconds }
  const { product, offer } = offerFor(markets, command, stakes)
  const first = judgeOptionOffer(offer, request)
  if (first.problem !== null) throw optionError(first.problem)
  const waited = await awaitTrade(deps, product)
  const place = async (tx: Tx): Promise<OrderRow> => {
    const [isHeld, [free]] = await Promise.all([
      holder?.holds(tx, [uid]) ?? true,
      lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'optionStake')]),
    ])
    if (!isHeld) throw new NotDeliveredError(`this engine does not decide on customer ${uid}`)
    await assertCanTrade(deps, tx, uid, { product: 'option', expirySeconds: command.seconds })
    const openCount = await countOpen(tx, uid)
    // Read only now: an order that had to wait for the wallet takes the price of today, not of then. Terms may have come
    // into force since, too: an option is made of those in force at the instant of its acceptance.
    const live = freshTick(markets, product)
    const tick = typeof live === 'string' ? live : (waited?.trade ?? live)
    // The tick may be of a process whose clock is ahead.
    const now = Math.max(clock.now(), typeof tick === 'string' ? 0 : tick.receivedTimeMs)
    const entry = typeof tick === 'string' ? tick : { price: tick.price, seen: command.seenPrice }
    const standing = { openCount, entry, available: free }
    const judged = judgeOption({ ...offerFor(markets, command, stakes, now).offer, ...standing }, request)
    if (judged.problem !== null) throw optionError(judged.problem)
    if (typeof tick === 'string') throw new Error('an option was accepted without a price')
    return accept(deps, tx, uid, { command, plan: judged.plan, tick, now, waited })
  }
  const order = await inHousePart(deps, undefined, () => transact(database.db, place))
  settling.follow(order)
  return order
}

/** The product, and what is on offer of it, now or at an instant. */
const offerFor = (
  markets: OptionMarkets,
  { pid, termsId }: PlaceOptionCommand,
  stakes: StakeLimits,
  atMs?: number,
): { readonly product: Product; readonly offer: OptionOffer } => {
  const product = tradableProduct(markets, pid, atMs)
  assertTerms(product, termsId)
  return { product, offer: { choices: expiryChoices(product), stakes } }
}

const optionError = (problem: OptionProblem): DomainError => {
  switch (problem.kind) {
    case 'notOffered':
      return domainError('outOfRange', {
        min: Math.min(...problem.seconds),
        max: Math.max(...problem.seconds),
        allowed: problem.seconds.join(','),
      })
    case 'stake':
      return domainError('outOfRange', {
        min: formatUsdt(problem.min),
        max: formatUsdt(problem.max),
        step: formatUsdt(problem.step),
        ...(problem.nearest === null ? {} : { nearest: formatUsdt(problem.nearest) }),
      })
    case 'tooMany':
      return domainError('tooManyOrders', { max: problem.max })
    case 'noPrice':
      return noPriceError(problem.why)
    case 'priceMoved':
      return domainError('priceChanged', { price: formatPrice(problem.price) })
    case 'insufficientBalance':
      return domainError('insufficientBalance', {
        needed: formatUsdt(problem.needed),
        available: formatUsdt(problem.available),
      })
  }
}

/** An order that passed every check that looks at the customer. */
type AcceptedOption = {
  readonly command: PlaceOptionCommand
  readonly plan: OptionPlan
  readonly tick: Tick
  readonly now: number
  /** Null where it enters at the tick in force. */
  readonly waited: OptionWait | null
}

const accept = async (
  { clock, markets }: OptionDeps,
  tx: Tx,
  uid: number,
  { command, plan: { stake, choice, win }, tick, now, waited }: AcceptedOption,
): Promise<OrderRow> => {
  const order = await insertOrder(tx, {
    uid,
    pid: command.pid,
    option_type: command.type,
    stake,
    percent: choice.percent,
    win,
    seen_price: command.seenPrice,
    entry_price: tick.price,
    entry_n: tick.n,
    placed_ms: now,
    expires_ms: now + choice.seconds * 1000,
    outcome: null,
    exit_price: null,
    payout: null,
    settled_ms: null,
  })
  await markets.keep(tx, tick, ...(waited === null ? [] : [waited.accepted]))
  const [posted] = await post(tx, clock.business(), [optionBoughtPosting(order)])
  // The wallet was locked and checked; only the reserve can be insufficient. What is left of it still has to cover what
  // open contracts may cost; its row is locked now.
  const [left] = posted?.ok === true ? await getBalances(tx, [house('trading')]) : [usdt('0')]
  const isSufficient = await isTradingReserveSufficient(tx, markets, left)
  if (posted?.ok !== true || !isSufficient) throw domainError('insufficientReserve')
  await insertEvents(tx, [
    {
      order_id: order.id,
      kind: 'placed',
      at_ms: now,
      rule: 'atLastPrice',
      transaction_id: posted.id,
      tick,
      ...(waited === null
        ? {}
        : { entry: { acceptedTime: waited.acceptedMs, accepted: tickEvidence(waited.accepted) } }),
      silent_from_ms: null,
      silent_to_ms: null,
    },
  ])
  await publishEvents(tx, [walletChanged(uid)], now)
  return order
}
