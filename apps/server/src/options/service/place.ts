import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import {
  findExpiryChoice,
  hasPriceMoved,
  type StakeLimits,
  validateStake,
} from '@glasshouse/core/options/checks'
import { type ExpiryChoice, expiryChoices, maxOpen, maxProfitOf } from '@glasshouse/core/options/rules'
import { isTradingReserveSufficient } from '../../contracts/index.ts'
import { getBalances, lockBalances, post } from '../../ledger/index.ts'
import { assertTerms } from '../../markets/index.ts'
import { publishEvents, type Tx, transact } from '../../platform/index.ts'
import { assertCanTrade } from '../../protection/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { optionBoughtPosting } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents } from '../store/events.ts'
import { countOpen, insertOrder } from '../store/orders.ts'
import {
  awaitTrade,
  type OptionDeps,
  type OptionMarkets,
  type OptionWait,
  readStakeLimits,
  requireFreshTick,
  tradableProduct,
} from './terms.ts'

type PlaceRequest = BodyOf<'/api/option/placeOrder'>

/**
 * Accepts an option at the last price of the tick in force when the wallet is locked. The stake goes from the
 * wallet into its hold, and what a win would earn from the trading reserve into the escrow, in one transaction;
 * two orders of one wallet wait for each other. Where fair entry is on, it enters at the first trade within a second
 * after the request instead.
 *
 * Refuses `notFound`, `notTradable`, `outOfRange` (an expiry not on offer, with `allowed`; a stake, with `nearest`),
 * `tooManyOrders`, `priceChanged`, `insufficientBalance`, `insufficientReserve`, and what stands in the way of new risk
 * (`assertCanTrade`).
 */
export const buyOption = async (
  deps: OptionDeps,
  { uid }: { readonly uid: number },
  body: PlaceRequest,
): Promise<OrderRow> => {
  const { clock, database, markets, settling } = deps
  const { product, choice } = offerFor(markets, body)
  checkStake(body.fee, await readStakeLimits(database.db))
  const waited = await awaitTrade(deps, product)
  const order = await transact(database.db, async (tx) => {
    const [free = 0n] = await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'optionStake')])
    await assertCanTrade(deps, tx, uid, { product: 'option', expirySeconds: choice.seconds })
    if ((await countOpen(tx, uid)) >= maxOpen) throw domainError('tooManyOrders', { max: maxOpen })
    // Read only now: an order that had to wait for the wallet takes the price of today, not of then.
    const inForce = requireFreshTick(markets, product)
    const tick = waited?.trade ?? inForce
    if (hasPriceMoved(tick.price, body.buyprice))
      throw domainError('priceChanged', { price: formatPrice(tick.price) })
    if (body.fee > free)
      throw domainError('insufficientBalance', { needed: formatUsdt(body.fee), available: formatUsdt(free) })
    // Terms may have come into force since: an option is made of those in force at the instant of its acceptance.
    const now = clock.now()
    return accept(deps, tx, uid, { body, choice: offerFor(markets, body, now).choice, tick, now, waited })
  })
  settling.follow(order)
  return order
}

/** The product and the expiry as they are offered now or at an instant. */
const offerFor = (
  markets: OptionMarkets,
  body: PlaceRequest,
  atMs?: number,
): { readonly product: Product; readonly choice: ExpiryChoice } => {
  const product = tradableProduct(markets, body.pid, atMs)
  assertTerms(product, body.terms)
  return { product, choice: offeredChoice(expiryChoices(product), body.endprofit) }
}

const offeredChoice = (choices: readonly ExpiryChoice[], seconds: number): ExpiryChoice => {
  const choice = findExpiryChoice(choices, seconds)
  if (choice !== null) return choice
  const offered = choices.map((one) => one.seconds)
  throw domainError('outOfRange', {
    min: Math.min(...offered),
    max: Math.max(...offered),
    allowed: offered.join(','),
  })
}

const checkStake = (stake: Usdt, terms: StakeLimits): void => {
  const problem = validateStake(stake, terms)
  if (problem === null) return
  const { min, max, step, nearest } = problem
  throw domainError('outOfRange', {
    min: formatUsdt(min),
    max: formatUsdt(max),
    step: formatUsdt(step),
    ...(nearest === null ? {} : { nearest: formatUsdt(nearest) }),
  })
}

/** An order that passed every check that looks at the customer. */
type AcceptedOption = {
  readonly body: PlaceRequest
  readonly choice: ExpiryChoice
  readonly tick: Tick
  readonly now: number
  /** Null where it enters at the tick in force. */
  readonly waited: OptionWait | null
}

const accept = async (
  { clock, markets }: OptionDeps,
  tx: Tx,
  uid: number,
  { body, choice, tick, now, waited }: AcceptedOption,
): Promise<OrderRow> => {
  const order = await insertOrder(tx, {
    uid,
    pid: body.pid,
    style: body.ostyle,
    stake: body.fee,
    percent: choice.percent,
    win: maxProfitOf(body.fee, choice.percent),
    seen_price: body.buyprice,
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
  // The wallet was locked and checked; only the reserve can be insufficient.
  if (posted === undefined || !posted.ok) throw domainError('insufficientReserve')
  // What is left of the reserve still has to cover what open contracts may cost; its row is locked now.
  const [left = 0n] = await getBalances(tx, [house('trading')])
  if (!(await isTradingReserveSufficient(tx, markets, left as Usdt))) throw domainError('insufficientReserve')
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
