import type { BodyOf } from '@glasshouse/core/calls'
import { adverseLiquidationPrice } from '@glasshouse/core/contracts/account'
import { type StopQuestion, validateTpSl } from '@glasshouse/core/contracts/checks'
import { type Position, type PositionSide, sideFromWire } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { copyStops } from '@glasshouse/core/invest/copy/copySize'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, type Price, type Usdt } from '@glasshouse/core/money/units'
import { lockBalances } from '../../ledger/index.ts'
import { type Tx, transact } from '../../platform/index.ts'
import { marginAccountLedger } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents, type NewEvent } from '../store/events.ts'
import {
  findOrder,
  listActiveOrders,
  type MarginAccountKey,
  nextTimePriority,
  updateOrder,
} from '../store/orders.ts'
import { listPoolsOfLeads } from '../store/pools.ts'
import { type ContractWallet, marginAccountOf, valuePosition } from './account.ts'
import {
  type ContractDeps,
  type ContractMarkets,
  notifyEngineAfter,
  positionOf,
  productOf,
  requireFreshTick,
  settleReached,
} from './terms.ts'

/** The stops of an order; null where none is set. */
export type TpSl = { readonly targetProfit: Price | null; readonly stopLoss: Price | null }

/** The smallest step at which pages show a market's price. */
export const priceStep = ({ scale }: Product): Price => (10n ** BigInt(9 - scale)) as Price

/** Refuses `invalidTpSl` with the nearest price that would pass. */
export const assertTpSl = (asked: Omit<StopQuestion, 'step'>, product: Product): void => {
  const problem = validateTpSl({ ...asked, step: priceStep(product) })
  if (problem !== null) {
    throw domainError('invalidTpSl', { rule: problem.rule, limit: formatPrice(problem.limit) })
  }
}

const noStops = { target_profit_price: null, stop_loss_price: null }

/** What the receipt tells of stops that were set or cleared; `before` is null for those of the ticket. */
export const tpSlEvents = (
  before: Pick<OrderRow, 'target_profit_price' | 'stop_loss_price'> | null,
  order: OrderRow,
  tick: Tick,
  now: number,
): readonly NewEvent[] => {
  const event = (rule: string, price: bigint): NewEvent => ({
    order_id: order.id,
    kind: 'stopsSet',
    at_ms: now,
    rule,
    price,
    lots: order.lots,
    margin: order.margin,
    fee: 0n,
    profit: 0n,
    insurance: 0n,
    transaction_id: null,
    tick,
  })
  const changeEvents = (name: string, old: bigint | null, set: bigint | null): readonly NewEvent[] => {
    if (old === set) return []
    return set === null ? [event(`${name}Cleared`, old ?? 0n)] : [event(`${name}Set`, set)]
  }
  const { target_profit_price: profit, stop_loss_price: loss } = before ?? noStops
  return [
    ...changeEvents('stopProfit', profit, order.target_profit_price),
    ...changeEvents('stopLoss', loss, order.stop_loss_price),
  ]
}

/** What an order not yet open would add to a wallet. */
export type OpeningImpact = {
  readonly position: Position
  readonly margin: bigint
  readonly feeFromWallet: bigint
}

/** The close-out price that bounds an order's stop-loss, as it would be with that order where it is not open yet. */
export const stopLossBound = (
  { balance, margin, open }: ContractWallet,
  { pid, direction }: { readonly pid: number; readonly direction: PositionSide },
  added: OpeningImpact | null,
): Price | null => {
  const here = open.filter(({ order }) => order.pid === pid).map(({ order }) => positionOf(order))
  const elsewhere = open.filter(({ order }) => order.pid !== pid)
  return adverseLiquidationPrice(direction, {
    balance: (balance - (added?.feeFromWallet ?? 0n)) as Usdt,
    margin: (margin + (added?.margin ?? 0n)) as Usdt,
    otherProfit: elsewhere.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    positions: added === null ? here : [...here, added.position],
  })
}

/** A locked wallet with everything in it. */
type LockedWallet = { readonly wallet: ContractWallet; readonly live: readonly OrderRow[] }

/** Locks wallets together and reads them with everything in them, in the order asked. */
const lockWallets = async (
  tx: Tx,
  markets: ContractMarkets,
  keys: readonly MarginAccountKey[],
): Promise<readonly LockedWallet[]> => {
  const accounts = keys.flatMap(({ uid, levertype }) => {
    const { free, margin, hold } = marginAccountLedger(uid, levertype)
    return [free, margin, hold]
  })
  const balances = await lockBalances(tx, accounts)
  const all = await listActiveOrders(tx, keys)
  return keys.map(({ uid, levertype }, at) => {
    const [free = 0n, margin = 0n, hold = 0n] = balances.slice(at * 3, at * 3 + 3)
    const live = all.filter((order) => order.uid === uid && order.levertype === levertype)
    const open = live.filter(({ status }) => status !== 0).map((order) => valuePosition(markets, order))
    return { wallet: marginAccountOf({ free, margin, hold }, open), live }
  })
}

/** What the stops shall be: one that was left out stays, so that no protection is lost by leaving it out. */
const requestedTpSl = (body: BodyOf<'/api/contract/zhiyingzhisunContract'>, order: OrderRow): TpSl => ({
  targetProfit: (body.target_profit_price === undefined
    ? order.target_profit_price
    : body.target_profit_price) as Price | null,
  stopLoss: (body.stop_loss_price === undefined
    ? order.stop_loss_price
    : body.stop_loss_price) as Price | null,
})

/**
 * Sets take profit and stop loss of an open position or a resting order; an omitted one stays. Validated
 * against the entry price (of a resting order: its limit price) and the current liquidation price of the account. What ticks
 * had reached in the wallet when the request came is settled first.
 *
 * Throws `notFound`, `invalidState` (closed, or without an engine), `invalidTpSl`, `priceChanged`.
 */
export const setTpSl = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: BodyOf<'/api/contract/zhiyingzhisunContract'>,
): Promise<OrderRow> => {
  const { clock, database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const found = await findOrder(database.db, uid, body.id)
  if (found === null) throw domainError('notFound')
  const product = productOf(markets, found.pid)
  await settleReached(deps, found, product)
  const following = engine.follow(product.symbol, found)
  const story = transact(database.db, async (tx) => {
    const pools = await poolsCopying(tx, found)
    const [own, ...others] = await lockWallets(tx, markets, [found, ...pools])
    const order = own?.live.find(({ id }) => id === body.id)
    if (own === undefined || order === undefined || order.status === 2) throw domainError('invalidState')
    const tick = requireFreshTick(markets, product)
    const stops = requestedTpSl(body, order)
    const position = positionOf(order)
    const pending = { position, margin: order.margin, feeFromWallet: order.open_fee }
    const direction = sideFromWire(order.type)
    assertTpSl(
      {
        ...stops,
        direction,
        openPrice: position.openPrice,
        closeOut: stopLossBound(
          own.wallet,
          { pid: order.pid, direction },
          order.status === 0 ? pending : null,
        ),
      },
      product,
    )
    const changed = await updateOrder(tx, order.id, {
      target_profit_price: stops.targetProfit,
      stop_loss_price: stops.stopLoss,
      acceptance: await nextTimePriority(tx),
    })
    await markets.keep(tx, tick)
    await insertEvents(tx, tpSlEvents(order, changed, tick, clock.now()))
    return { changed, copies: await setCopiedTpSl(tx, changed, others, { tick, product, now: clock.now() }) }
  }).then(({ changed, copies }) => {
    for (const { uid: account, id } of copies) {
      const followed = {
        orderId: id,
        following: engine.follow(product.symbol, { uid: account, levertype: 1 }),
      }
      engine.changed(account, 1, followed)
    }
    return changed
  })
  return notifyEngineAfter(deps, found, story, following)
}

/** The wallets of the pools that may hold a copy of an order. */
const poolsCopying = async (tx: Tx, { uid, levertype }: OrderRow): Promise<readonly MarginAccountKey[]> =>
  levertype === 1
    ? []
    : (await listPoolsOfLeads(tx, [uid])).map(({ account }) => ({ uid: account, levertype: 1 }))

/**
 * Sets the stops of a lead's order on its copies, each as far as the entry and the liquidation price of the copy allow;
 * returns the copies that have other stops than before.
 */
const setCopiedTpSl = async (
  tx: Tx,
  led: OrderRow,
  pools: readonly LockedWallet[],
  { tick, product, now }: { readonly tick: Tick; readonly product: Product; readonly now: number },
): Promise<readonly OrderRow[]> => {
  const changed: OrderRow[] = []
  for (const { wallet, live } of pools) {
    const copy = live.find(({ copy_of, status }) => copy_of === led.id && status === 1)
    if (copy === undefined) continue
    const { direction, openPrice } = positionOf(copy)
    const stops = copyStops({
      direction,
      openPrice,
      step: priceStep(product),
      liquidationPrice: stopLossBound(wallet, { pid: copy.pid, direction }, null),
      targetProfit: led.target_profit_price as Price | null,
      stopLoss: led.stop_loss_price as Price | null,
    })
    const { targetProfit: target_profit_price, stopLoss: stop_loss_price } = stops
    if (copy.target_profit_price === target_profit_price && copy.stop_loss_price === stop_loss_price) continue
    const acceptance = await nextTimePriority(tx)
    const after = await updateOrder(tx, copy.id, { target_profit_price, stop_loss_price, acceptance })
    await insertEvents(tx, tpSlEvents(copy, after, tick, now))
    changed.push(after)
  }
  return changed
}
