import { optionEntryMs } from '@glasshouse/core/contracts/entry'
import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { StakeLimits } from '@glasshouse/core/options/checks'
import type { NoEntry } from '@glasshouse/core/options/judge'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { type Markets, nextTick } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { OrderRow } from '../schema.ts'

/** What accepting and showing options need of the markets. */
export type OptionMarkets = Pick<Markets, 'product' | 'inForce' | 'isClockSteady' | 'keep' | 'onTick'>
/** What settling them needs besides. */
export type SettlementMarkets = OptionMarkets &
  Pick<Markets, 'onTick' | 'lastTrades' | 'silencesAt' | 'outagesAt' | 'recordAt' | 'registerDecision'>

/** What a command announces to the settlement worker. */
export type SettlementNotifier = {
  /** An option was accepted and the acceptance is committed. */
  readonly follow: (order: Pick<OrderRow, 'id' | 'uid' | 'pid' | 'expires_ms'>) => void
}

/** What commands and lists of options need. */
export type OptionDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: OptionMarkets
  readonly settling: SettlementNotifier
  /**
   * What proves that this process decides on a customer. Present where calls are sent to the engine that does: what is found not to
   * be for this one has no effect and is sent on.
   */
  readonly holder?: OptionHolder
}

/** The engine of a process that decides on some customers. */
type OptionHolder = {
  /** Whether it decides on some customers, which it then does until the end of the transaction. */
  readonly holds: (tx: Tx, accounts: readonly number[]) => Promise<boolean>
}

/** The stakes that staff allow now. */
export const readStakeLimits = async (db: Db): Promise<StakeLimits> => {
  const [min, max, step] = await Promise.all([
    getSetting(db, 'order_min_price'),
    getSetting(db, 'order_max_price'),
    getSetting(db, 'order_inter_price'),
  ])
  return { min, max, step }
}

/** An option that waited for a trade: since when, the tick in force then, and the first trade after it. */
export type OptionWait = { readonly acceptedMs: number; readonly accepted: Tick; readonly trade: Tick }

/**
 * Where fair entry is on, waits for the first trade within a second, outside any transaction; null where it is off.
 *
 * @throws priceChanged no live price, the source's clock is not known, or no trade within a second
 */
export const awaitTrade = async (
  { clock, database, markets, settings }: Pick<OptionDeps, 'clock' | 'database' | 'markets' | 'settings'>,
  product: Product,
): Promise<OptionWait | null> => {
  if ((await getSettingIn(database.db, settings.MODE, 'entry_window_ms')) === 0) return null
  const accepted = freshTick(markets, product)
  if (typeof accepted === 'string') throw noPriceError(accepted)
  const acceptedMs = clock.now()
  const wait = { symbol: product.symbol, fromMs: acceptedMs, waitMs: optionEntryMs }
  const trade = await nextTick(markets, wait, ({ kind }) => kind === 'trade')
  if (trade === null) throw domainError('priceChanged', { reason: 'noTradeToEnter' })
  return { acceptedMs, accepted, trade }
}

/** The tick in force with a last price fresh enough to buy at, or why there is none. */
export const freshTick = (markets: OptionMarkets, { symbol }: Product): Tick | NoEntry => {
  const inForce = markets.inForce(symbol)
  if (inForce === null || inForce.lastStale) return 'stale'
  return markets.isClockSteady() ? inForce.tick : 'clockUnsteady'
}

export const noPriceError = (why: NoEntry): DomainError =>
  why === 'stale' ? domainError('priceChanged') : domainError('priceChanged', { reason: why })
