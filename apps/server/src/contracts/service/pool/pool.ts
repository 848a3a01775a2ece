/** Copy pools: opened, locked, changed and valued. */

import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import type { ContractTerms } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { hasLeadConflict, type MarketSide } from '@glasshouse/core/invest/copy/lead'
import type { MarketPrices, PoolPosition } from '@glasshouse/core/invest/copy/units'
import type { Account } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { getBalances, lockAccounts } from '../../../ledger/posting/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { marginAccountLedger } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { liveOrderOf } from '../../store/liveOrders.ts'
import { listActiveOrders, listOpenPositions } from '../../store/orders.ts'
import { insertPool, updatePool } from '../../store/pools.ts'
import type { ContractDeps } from '../deps.ts'
import { contractTermsOf, productOf } from '../markets.ts'

/** The ledger accounts of a pool, to be locked together with those of the customers of a dealing. */
export const poolLedger = (account: number): readonly Account[] =>
  Object.values(marginAccountLedger(account, 'contract'))

/** Locks a pool: its money and, with it, its orders, which change only under that lock. */
export const lockPool = async (tx: Tx, account: number): Promise<void> => {
  await lockAccounts(tx, poolLedger(account))
}

const walletsOf = (uid: number): readonly Account[] =>
  contractWallets.flatMap((wallet) => Object.values(marginAccountLedger(uid, wallet)))

/** The sides of the markets that orders are or would be on. */
const sidesOf = (orders: Iterable<OrderRow>): readonly MarketSide[] =>
  [...orders].map(({ pid, side }) => ({ pid, side }))

/** What a new pool copies. */
export type NewPool = {
  readonly leadUid: number
  /** Largest leverage of a copied order, 1 to 20. */
  readonly maxMultiple: number
}

/**
 * Opens a copy pool and returns its account number, 1001–9999. From the commit on what opens in the lead's second
 * contract wallet is copied into it; what that wallet holds already is not.
 *
 * Refuses `invalidState` (2003 `leadConflict`): the lead has opposite sides of a market in the two contract wallets.
 */
export const openPool = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { leadUid, maxMultiple }: NewPool,
): Promise<number> => {
  // An order that is being decided commits before or is decided under the rules of a lead.
  await lockAccounts(tx, walletsOf(leadUid))
  const [first, second] = await Promise.all(
    contractWallets.map((wallet) => listActiveOrders(tx, [{ uid: leadUid, wallet }])),
  )
  const others = sidesOf(first ?? [])
  if (sidesOf(second ?? []).some((side) => hasLeadConflict(side, others)))
    throw domainError('invalidState', { reason: 'leadConflict' })
  return insertPool(tx, { lead_uid: leadUid, max_multiple: maxMultiple, opened_ms: clock.now() })
}

/** Ends or resumes copying. Openings of the lead that are decided later follow it; closings are always copied. */
export const setPoolState = async (tx: Tx, account: number, state: 'copying' | 'stopped'): Promise<void> => {
  await lockPool(tx, account)
  await updatePool(tx, account, { state })
}

/** Changes the largest leverage of copied orders, 1 to 20; open positions keep theirs. */
export const setPoolMultiple = async (tx: Tx, account: number, maxMultiple: number): Promise<void> => {
  await lockPool(tx, account)
  await updatePool(tx, account, { max_multiple: maxMultiple })
}

/** What a pool holds, with one fresh tick for each of its markets: what a dealing is calculated from. */
export type PoolValues = {
  /** Total of its contract wallet, USDT. */
  readonly balance: Usdt
  readonly positions: readonly PoolPosition[]
  readonly prices: MarketPrices
  readonly lots: ReadonlyMap<number, Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots'>>
  readonly ticks: ReadonlyMap<number, Tick>
}

/** Markets without a fresh price, so that the pool has no value now. */
export type SilentMarkets = { readonly silent: readonly number[] }

/**
 * Reads a pool with the ticks in force, or which of its markets are silent. In a transaction that locked the pool
 * nothing of it changes until the commit; elsewhere it is a look.
 */
export const valuePool = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  db: Db | Tx,
  account: number,
): Promise<PoolValues | SilentMarkets> => {
  const { free, margin, hold } = marginAccountLedger(account, 'contract')
  const balances = await getBalances(db, [free, margin, hold])
  const positions = (await listOpenPositions(db, account, 'contract')).map(liveOrderOf)
  const pids = [...new Set(positions.map(({ pid }) => pid))].sort((a, b) => a - b)
  const ticks = new Map<number, Tick>()
  for (const pid of pids) {
    const product = markets.product(pid)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    if (inForce !== null && !inForce.stale) ticks.set(pid, inForce.tick)
  }
  const silent = pids.filter((pid) => !ticks.has(pid))
  if (silent.length > 0) return { silent }
  return {
    balance: sumUnits(balances),
    positions,
    prices: ticks,
    lots: new Map(pids.map((pid) => [pid, contractTermsOf(productOf(markets, pid))])),
    ticks,
  }
}
