import { isReserveSufficient, worstCaseExposure } from '@glasshouse/core/contracts/exposure'
import { stressMovePpm } from '@glasshouse/core/contracts/rules'
import { external } from '@glasshouse/core/ledger/chart'
import type { Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/index.ts'
import type { Db } from '../../platform/index.ts'
import { listExposures } from '../store/exposure.ts'
import type { ContractMarkets } from './terms.ts'

/** Recorded debt of the house account: profits beyond its reserves, until the operator funds them. USDT. */
export const getHouseDebt = async (db: Db): Promise<Usdt> => {
  const [balance = 0n] = await getBalances(db, [external('houseDebt')])
  return -balance as Usdt
}

type ReadMarkets = Pick<ContractMarkets, 'product' | 'inForce'>

const listWorstCases = async (db: Db, markets: ReadMarkets): Promise<readonly Usdt[]> =>
  [...(await listExposures(db))].map(([pid, exposure]) => {
    const product = markets.product(pid)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    return worstCaseExposure(exposure, inForce === null ? null : inForce.tick, stressMovePpm)
  })

/** Floor of the trading reserve: the worst case of every open contract as committed, without locking. USDT. */
export const getTradingFloor = async (db: Db, markets: ReadMarkets): Promise<Usdt> =>
  (await listWorstCases(db, markets)).reduce((sum, one) => sum + one, 0n) as Usdt

/**
 * Whether there is no recorded debt and the trading reserve would stay above the worst case of every open contract.
 * Modules that take from the reserve call it with the reserve's row locked. No exposure lock is needed: opening a
 * contract takes the same lock before deciding, so it committed before and is read here, or it decides later by what
 * is left then.
 */
export const isTradingReserveSufficient = async (
  db: Db,
  markets: ReadMarkets,
  reserve: Usdt,
): Promise<boolean> =>
  isReserveSufficient({ reserve, debt: await getHouseDebt(db) }, await listWorstCases(db, markets))
