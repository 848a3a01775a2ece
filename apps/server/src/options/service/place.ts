import type { BodyOf } from '@glasshouse/core/calls'
import { customer, house } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { formatPrice, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { choiceOf, hasMoved, type StakeTerms, stakeProblem } from '@glasshouse/core/options/checks'
import { type Choice, maxOpen, winOf } from '@glasshouse/core/options/rules'
import { refuse } from '@glasshouse/core/errors/registry'
import { coversContracts } from '../../contracts/index.ts'
import { balances, lock, post } from '../../ledger/index.ts'
import { announce, type Tx, transact } from '../../platform/index.ts'
import { mayRisk } from '../../protection/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { optionPlaced } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents } from '../store/events.ts'
import { countOpen, insertOrder } from '../store/orders.ts'
import { freshTick, type OptionDeps, offeredProduct, offerOf } from './terms.ts'

type PlaceRequest = BodyOf<'/api/option/placeOrder'>

/**
 * Accepts an option at the last price of the tick in force when the wallet is locked. The stake goes from the
 * wallet into its hold, and what a win would earn from the trading reserve into the escrow, in one transaction;
 * two orders of one wallet wait for each other.
 *
 * Refuses `notFound`, `notOnSale`, `outsideLimits` (an expiry not on offer, with `allowed`; a stake, with `nearest`),
 * `tooManyOrders`, `priceMoved`, `balanceLow`, `reserveTooSmall`, and what stands in the way of new risk
 * (`mayRisk`).
 */
export const placeOption = async (
  deps: OptionDeps,
  { uid }: { readonly uid: number },
  body: PlaceRequest,
): Promise<OrderRow> => {
  const { database, markets, settling } = deps
  const product = offeredProduct(markets, body.pid)
  if (!product.onSale) throw refuse('notOnSale')
  const offer = await offerOf(database.db, product)
  const choice = offeredChoice(offer.choices, body.endprofit)
  checkStake(body.fee, offer.stakes)
  const order = await transact(database.db, async (tx) => {
    const [free = 0n] = await lock(tx, [customer(uid, 'wallet'), customer(uid, 'optionStake')])
    await mayRisk(deps, tx, uid, { product: 'option', expirySeconds: choice.seconds })
    if ((await countOpen(tx, uid)) >= maxOpen) throw refuse('tooManyOrders', { max: maxOpen })
    // Read only now: an order that had to wait for the wallet takes the price of today, not of then.
    const tick = freshTick(markets, product)
    if (hasMoved(tick.price, body.buyprice)) throw refuse('priceMoved', { price: formatPrice(tick.price) })
    if (body.fee > free)
      throw refuse('balanceLow', { needed: formatUsdt(body.fee), available: formatUsdt(free) })
    return accept(deps, tx, uid, { body, choice, tick })
  })
  settling.follow(order)
  return order
}

const offeredChoice = (choices: readonly Choice[], seconds: number): Choice => {
  const choice = choiceOf(choices, seconds)
  if (choice !== null) return choice
  const offered = choices.map((one) => one.seconds)
  throw refuse('outsideLimits', {
    min: Math.min(...offered),
    max: Math.max(...offered),
    allowed: offered.join(','),
  })
}

const checkStake = (stake: Usdt, terms: StakeTerms): void => {
  const problem = stakeProblem(stake, terms)
  if (problem === null) return
  const { min, max, step, nearest } = problem
  throw refuse('outsideLimits', {
    min: formatUsdt(min),
    max: formatUsdt(max),
    step: formatUsdt(step),
    ...(nearest === null ? {} : { nearest: formatUsdt(nearest) }),
  })
}

/** An order that passed every check that looks at the customer. */
type Judged = { readonly body: PlaceRequest; readonly choice: Choice; readonly tick: Tick }

const accept = async (
  { clock, markets }: OptionDeps,
  tx: Tx,
  uid: number,
  { body, choice, tick }: Judged,
): Promise<OrderRow> => {
  const now = clock.now()
  const order = await insertOrder(tx, {
    uid,
    pid: body.pid,
    style: body.ostyle,
    stake: body.fee,
    percent: choice.percent,
    win: winOf(body.fee, choice.percent),
    seen_price: body.buyprice,
    entry_price: tick.price,
    placed_ms: now,
    expires_ms: now + choice.seconds * 1000,
    outcome: null,
    exit_price: null,
    payout: null,
    settled_ms: null,
  })
  await markets.keep(tx, tick)
  const [posted] = await post(tx, clock.business(), [optionPlaced(order)])
  // The wallet was locked and looked at; only the house can be short.
  if (posted === undefined || !posted.ok) throw refuse('reserveTooSmall')
  // What is left of the reserve still has to cover what open contracts may cost; its row is locked now.
  const [left = 0n] = await balances(tx, [house('trading')])
  if (!(await coversContracts(tx, markets, left as Usdt))) throw refuse('reserveTooSmall')
  await insertEvents(tx, [
    {
      order_id: order.id,
      kind: 'placed',
      at_ms: now,
      rule: 'atLastPrice',
      transaction_id: posted.id,
      tick,
      silent_from_ms: null,
      silent_to_ms: null,
    },
  ])
  await announce(tx, [walletChanged(uid)], now)
  return order
}
