import { maxNotionalIn } from '@glasshouse/core/contracts/decide/order'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { limitsWithinDepth, type SizeLimits } from '@glasshouse/core/contracts/size'
import { domainError } from '@glasshouse/core/errors/registry'
import { addTo } from '@glasshouse/core/money/sums'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { listExposures } from '../../tradingReserve/index.ts'
import { findOrder } from '../store/orders.ts'
import { listCommitted } from '../store/size.ts'
import type { ContractDeps } from './deps.ts'
import { productOf } from './markets.ts'

/** The caps as staff set them, the same for every market; inside a transaction read on its own connection. */
export const readSizeLimits = async (db: Db | Tx): Promise<SizeLimits> => {
  const [order, position, interest] = await Promise.all([
    getSetting(db, 'max_order_notional'),
    getSetting(db, 'max_position_notional'),
    getSetting(db, 'max_open_interest'),
  ])
  return { order, position, interest }
}

/** The caps of one market: in live mode none is above a tenth of the depth of the last hour's median book. */
export const limitsOfMarket = (
  { settings, markets }: Pick<ContractDeps, 'settings' | 'markets'>,
  limits: SizeLimits,
  symbol: string,
): SizeLimits =>
  settings.MODE === 'live' ? limitsWithinDepth(limits, markets.depth(symbol) ?? usdt('0')) : limits

/**
 * The largest notional of a new order of a customer on each side of a market, by the same rule that refuses a larger one.
 * Nothing is locked: the order of another customer can use it up before. The size of an order that is amended counts no
 * more while it rests. Refuses `notFound`, also of the order of another customer.
 */
export const maxOrderOf = async (
  deps: Pick<ContractDeps, 'settings' | 'database' | 'markets'>,
  uid: number,
  pid: number,
  amendedId: number | null,
): Promise<Record<PositionSide, Usdt>> => {
  const { symbol } = productOf(deps.markets, pid)
  const { db } = deps.database
  const [caps, exposures, committed, amended] = await Promise.all([
    readSizeLimits(db),
    listExposures(db),
    listCommitted(db, [uid]),
    amendedId === null ? null : findOrder(db, uid, amendedId),
  ])
  if (amendedId !== null && amended?.pid !== pid) throw domainError('notFound')
  const released = amended?.state === 'resting' ? amended.quantity * amended.open_price : 0n
  const limits = limitsOfMarket(deps, caps, symbol)
  const own = new Map(committed.get(uid))
  addTo(own, pid, -released)
  const most = (side: PositionSide): Usdt =>
    maxNotionalIn({ committed: own, exposures, others: null }, limits, { pid, side })
  return { long: most('long'), short: most('short') }
}
