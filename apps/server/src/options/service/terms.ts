import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Usdt } from '@glasshouse/core/money/units'
import type { StakeTerms } from '@glasshouse/core/options/checks'
import { type Choice, choicesOf } from '@glasshouse/core/options/rules'
import { refuse } from '@glasshouse/core/errors/registry'
import { settingOf } from '../../content/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db, Platform } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'

/** What accepting and showing options need of the markets. */
export type OptionMarkets = Pick<Markets, 'product' | 'inForce' | 'keep'>
/** What settling them needs besides. */
export type SettlingMarkets = OptionMarkets &
  Pick<Markets, 'onTick' | 'lastTrades' | 'silencesAt' | 'registerDecision'>

/** What a command tells whoever settles. */
export type Settling = {
  /** An option was accepted and the acceptance is committed. */
  readonly follow: (order: Pick<OrderRow, 'id' | 'pid' | 'expires_ms'>) => void
}

export type OptionDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: OptionMarkets
  readonly settling: Settling
}

/** What the house offers on a product now, as staff set it. */
export const offerOf = async (
  db: Db,
  product: Product,
): Promise<{ readonly stakes: StakeTerms; readonly choices: readonly Choice[] }> => {
  const [min, max, step, ceiling] = await Promise.all([
    settingOf(db, 'order_min_price'),
    settingOf(db, 'order_max_price'),
    settingOf(db, 'order_inter_price'),
    settingOf(db, 'option_payout_max'),
  ])
  return {
    stakes: { min: min as Usdt, max: max as Usdt, step: step as Usdt },
    choices: choicesOf(product, ceiling),
  }
}

/** A product on which something new may be bought. Refuses `notFound`, and `notOnSale` when staff took it off sale. */
export const offeredProduct = (markets: OptionMarkets, pid: number): Product => {
  const product = markets.product(pid)
  if (product === null) throw refuse('notFound')
  if (!product.onSale) throw refuse('notOnSale')
  return product
}

/** The tick in force, fresh enough to trade on, or `priceMoved`. */
export const freshTick = (markets: OptionMarkets, { symbol }: Product): Tick => {
  const inForce = markets.inForce(symbol)
  if (inForce === null || inForce.stale) throw refuse('priceMoved')
  return inForce.tick
}
