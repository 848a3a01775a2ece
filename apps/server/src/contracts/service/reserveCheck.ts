import { isReserveSufficient, worstCaseExposure } from '@glasshouse/core/contracts/exposure'
import { stressMovePpm } from '@glasshouse/core/contracts/rules'
import { external } from '@glasshouse/core/ledger/chart'
import type { Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/index.ts'
import type { Db } from '../../platform/index.ts'
import { listExposures } from '../store/exposure.ts'
import type { ContractMarkets } from './terms.ts'

/** What the house owes openly: profits beyond what its reserves held, until the operator funds them. USDT. */
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
 * Tells whether the house owes nothing and a trading reserve would stay above the worst case of every open contract. Rooms that take from
 * the reserve ask it with the reserve's row locked, and then no lock of the exposures is needed: whoever opens a
 * contract locks that row too before deciding and keeps it until the commit. So it committed before and is read
 * here, or it comes later and is judged by what is left then.
 */
export const isTradingReserveSufficient = async (
  db: Db,
  markets: ReadMarkets,
  reserve: Usdt,
): Promise<boolean> =>
  isReserveSufficient({ reserve, debt: await getHouseDebt(db) }, await listWorstCases(db, markets))
