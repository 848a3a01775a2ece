import type { ContractTerms } from '@glasshouse/core/contracts/rules'
import type { MarketPrices, PoolPosition } from '@glasshouse/core/invest/copy/units'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../../ledger/index.ts'
import type { Db, Tx } from '../../../platform/index.ts'
import { marginAccountLedger } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { listOpenPositions } from '../../store/orders.ts'
import { type ContractDeps, contractTermsOf, positionOf, productOf } from '../terms.ts'

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

/** An open order of a pool as the rules of copy trading see it. */
export const poolPositionOf = (order: OrderRow): PoolPosition => ({
  ...positionOf(order),
  id: order.id,
  pid: order.pid,
})

/**
 * Reads a pool with the ticks in force, or which of its markets are silent. In a transaction that locked the pool
 * nothing of it changes until the commit; elsewhere it is a look.
 */
export const valuePool = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  db: Db | Tx,
  account: number,
): Promise<PoolValues | SilentMarkets> => {
  const { free, margin, hold } = marginAccountLedger(account, 1)
  const balances = await getBalances(db, [free, margin, hold])
  const positions = (await listOpenPositions(db, account, 1)).map(poolPositionOf)
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
    balance: balances.reduce((sum, one) => sum + one, 0n) as Usdt,
    positions,
    prices: ticks,
    lots: new Map(pids.map((pid) => [pid, contractTermsOf(productOf(markets, pid))])),
    ticks,
  }
}
