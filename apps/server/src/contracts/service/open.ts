import type { BodyOf } from '@glasshouse/core/calls'
import { availableIn } from '@glasshouse/core/contracts/account'
import { isTooFar, leverageProblem, lotsProblem } from '@glasshouse/core/contracts/checks'
import { isCovered, withPosition, worstExposure } from '@glasshouse/core/contracts/exposure'
import {
  type ContractTerms,
  directionOf,
  fee,
  feeFromWallet,
  fillPrice,
  margin,
  type Position,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import { house } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { formatPrice, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import { balances, lock, postOne } from '../../ledger/index.ts'
import { announce, type Tx, transact } from '../../platform/index.ts'
import { mayRisk } from '../../protection/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { contractOpened, walletAccounts } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents } from '../store/events.ts'
import { lockExposures, moveExposure } from '../store/exposure.ts'
import { countOrders, insertOrder, readOpenOrders } from '../store/orders.ts'
import { valued, walletOf } from './account.ts'
import { type ContractDeps, type ContractMarkets, freshTick, productOf, termsOf } from './terms.ts'

type OpenRequest = BodyOf<'/api/contract/buyContract'>

/**
 * Opens a position at the market: a buy at the best ask, a sell at the best bid of the tick in force when the
 * wallet is locked. The whole story is one transaction; two orders of one wallet wait for each other.
 *
 * Refuses `notFound`, `stateForbids` (fixed price and stops have no engine yet), `outsideLimits`, `priceMoved`,
 * `tooManyOrders`, `balanceLow`, `reserveTooSmall`, and what stands in the way of new risk (`mayRisk`).
 */
export const openContract = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: OpenRequest,
): Promise<OrderRow> => {
  const { clock, database, markets } = deps
  const product = productOf(markets, body.pid)
  const terms = termsOf(product)
  checkRequest(body, terms)
  return transact(database.db, async (tx) => {
    const accounts = walletAccounts(uid, body.levertype)
    const [free = 0n, held = 0n, hold = 0n, bonus = 0n] = await lock(tx, [
      accounts.free,
      accounts.margin,
      accounts.hold,
      accounts.bonus,
    ])
    await mayRisk(deps, tx, uid, { product: 'contract', leverage: body.multiple })
    const orders = await countOrders(tx, uid, body.levertype)
    if (orders >= terms.maxOrders) throw refuse('tooManyOrders', { max: terms.maxOrders })

    // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
    const tick = freshTick(markets, product)
    const position = positionAt(tick, body, terms)
    const needed = margin(position.quantity, position.openPrice, body.multiple)
    const charged = fee(position.quantity, position.openPrice, terms.feeRatePpm)
    const paidByWallet = feeFromWallet(charged, bonus as Usdt)
    const open = (await readOpenOrders(tx, uid, body.levertype)).map((order) => valued(markets, order))
    const available = availableIn(walletOf({ free, margin: held, hold }, open))
    if (needed + paidByWallet > available) {
      throw refuse('balanceLow', {
        needed: formatUsdt(needed + paidByWallet),
        available: formatUsdt(available),
      })
    }

    const now = clock.now()
    const order = await insertOrder(tx, {
      ...newOrder(uid, body, position, now),
      margin: needed,
      open_fee: charged,
    })
    await markets.keep(tx, tick)
    await coverOrRefuse(tx, markets, product.pid, position)
    const transactionId = await postOne(
      tx,
      clock.business(),
      contractOpened(order.id, accounts, {
        margin: needed,
        feeFromBonus: charged - paidByWallet,
        feeFromWallet: paidByWallet,
      }),
    )
    await insertEvents(tx, [openedEvent(order, tick, transactionId)])
    await announce(tx, [walletChanged(uid)], now)
    return order
  })
}

/** Everything that can be refused by looking at the request alone. */
const checkRequest = (body: OpenRequest, terms: ContractTerms): void => {
  if (body.status !== 1) throw refuse('stateForbids', { reason: 'fixedPriceNotOffered' })
  if (body.target_profit_price !== null || body.stop_loss_price !== null) {
    throw refuse('stateForbids', { reason: 'stopsNotOffered' })
  }
  if (body.originPrice === 0n) throw refuse('outsideLimits', { min: formatPrice(1n) })
  const lots = lotsProblem(body.number, terms)
  if (lots !== null) throw refuse('outsideLimits', lots)
  const leverage = leverageProblem(body.multiple, terms)
  if (leverage !== null) throw refuse('outsideLimits', leverage)
}

/** The position as it would fill at a tick; refused when that is worse than the customer saw. */
const positionAt = (tick: Tick, body: OpenRequest, terms: ContractTerms): Position => {
  const direction = directionOf(body.type)
  const openPrice = fillPrice(direction, tick)
  if (isTooFar(direction, openPrice, body.originPrice, terms.slippagePpm)) {
    throw refuse('priceMoved', { price: formatPrice(openPrice) })
  }
  return { direction, openPrice, quantity: quantityOf(body.number, terms.lot) }
}

/** Adds the position to what the house could owe, and refuses it when the trading reserve does not cover that. */
const coverOrRefuse = async (
  tx: Tx,
  markets: ContractMarkets,
  pid: number,
  position: Position,
): Promise<void> => {
  const exposures = await lockExposures(tx, pid)
  const worst = [...exposures].map(([market, exposure]) => {
    const all = market === pid ? withPosition(exposure, position, 'add') : exposure
    const product = markets.product(market)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    return worstExposure(all, inForce === null ? null : inForce.tick)
  })
  const [reserve = 0n] = await balances(tx, [house('trading')])
  if (!isCovered(reserve as Usdt, worst)) throw refuse('reserveTooSmall')
  await moveExposure(tx, pid, position, 'add')
}

const newOrder = (uid: number, body: OpenRequest, position: Position, now: number) => ({
  parent_id: null,
  uid,
  levertype: body.levertype,
  pid: body.pid,
  type: body.type,
  leverage: body.multiple,
  lots: body.number,
  quantity: position.quantity,
  open_price: position.openPrice,
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  status: 1 as const,
  created_ms: now,
  opened_ms: now,
  closed_ms: null,
})

const openedEvent = (order: OrderRow, tick: Tick, transactionId: number) => ({
  order_id: order.id,
  kind: 'opened' as const,
  at_ms: order.opened_ms,
  rule: order.type === 1 ? 'marketBuyAtAsk' : 'marketSellAtBid',
  price: order.open_price,
  lots: order.lots,
  margin: order.margin,
  fee: order.open_fee,
  profit: 0n,
  insurance: 0n,
  transaction_id: transactionId,
  tick,
})
