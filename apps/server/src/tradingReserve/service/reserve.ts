import { type Exposure, isReserveSufficient, worstCaseExposure } from '@glasshouse/core/contracts/exposure'
import { HousePartShort, lackOf } from '@glasshouse/core/contracts/housePart'
import { type BestPrices, stressMovePpm } from '@glasshouse/core/contracts/rules'
import { external } from '@glasshouse/core/ledger/chart'
import { negateUnits, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/posting/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { listExposures, lockExposures, lockMissingMarkets } from '../store/exposures.ts'
import { listLiveParts, lockPartExposures } from '../store/parts.ts'

/** Recorded debt of the house account: profits beyond its reserves, until the operator funds them. USDT. */
export const getHouseDebt = async (db: Db): Promise<Usdt> => {
  const [balance] = await getBalances(db, [external('houseDebt')])
  return negateUnits(balance)
}

/** Markets with their newest prices. */
export type ReadMarkets = Pick<Markets, 'product' | 'inForce'>

/** The newest best prices of a market, stale or not; null when none were ever known. */
const bestPricesOf = (markets: ReadMarkets, pid: number): BestPrices | null => {
  const product = markets.product(pid)
  return product === null ? null : (markets.inForce(product.symbol)?.tick ?? null)
}

/** The worst case of each market at the newest prices known. */
export const worstCases = (exposures: ReadonlyMap<number, Exposure>, markets: ReadMarkets): readonly Usdt[] =>
  [...exposures].map(([pid, exposure]) =>
    worstCaseExposure(exposure, bestPricesOf(markets, pid), stressMovePpm),
  )

/** Floor of the trading reserve: the worst case of every open contract as committed, without locking. USDT. */
export const getTradingFloor = async (db: Db, markets: ReadMarkets): Promise<Usdt> =>
  sumUnits(worstCases(await listExposures(db), markets))

/**
 * What the trading reserve may come to owe: the worst case of every market together, as new positions are
 * judged. The exposures of all markets stay locked until the commit, so that nothing is opened meanwhile.
 */
export const worstCaseLiability = async (
  tx: Tx,
  markets: ReadMarkets & Pick<Markets, 'products'>,
): Promise<Usdt> => {
  const pids = markets.products().map(({ pid }) => pid)
  await lockMissingMarkets(tx, await lockExposures(tx, null), pids, null)
  await lockPartExposures(tx)
  return sumUnits(worstCases(await listExposures(tx), markets))
}

/**
 * Whether there is no recorded debt and the trading reserve would stay above the worst case of every open contract.
 * Modules that take from the reserve call it with the row of its general part locked. No exposure lock is needed: opening a
 * contract takes the same lock before deciding, so it committed before and is read here, or it decides later by what
 * is left then.
 *
 * @param reserve what would be left in the general part
 * @throws HousePartShort the general part does not cover it by itself, and there are others
 */
export const isTradingReserveSufficient = async (
  db: Db | Tx,
  markets: ReadMarkets,
  reserve: Usdt,
): Promise<boolean> => {
  const [debt, live] = [await getHouseDebt(db), await listLiveParts(db)]
  if (live.size === 0)
    return isReserveSufficient({ reserve, debt }, worstCases(await listExposures(db), markets))
  const worst = [...live].flatMap(([part, { trading, exposures }]) => {
    const own = worstCases(exposures, markets)
    return part === null ? own : [lackOf(trading, own)]
  })
  if (isReserveSufficient({ reserve, debt }, worst)) return true
  throw new HousePartShort()
}
