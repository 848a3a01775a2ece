import { isCovered, worstExposure } from '@glasshouse/core/contracts/exposure'
import { stressPpm } from '@glasshouse/core/contracts/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Db } from '../../platform/index.ts'
import { readExposures } from '../store/exposure.ts'
import type { ContractMarkets } from './terms.ts'

/**
 * Tells whether a trading reserve would stay above the worst case of every open contract. Rooms that take from
 * the reserve ask it with the reserve's row locked, and then no lock of the exposures is needed: whoever opens a
 * contract locks that row too before deciding and keeps it until the commit. So it committed before and is read
 * here, or it comes later and is judged by what is left then.
 */
export const coversContracts = async (
  db: Db,
  markets: Pick<ContractMarkets, 'product' | 'inForce'>,
  reserve: Usdt,
): Promise<boolean> => {
  const worst = [...(await readExposures(db))].map(([pid, exposure]) => {
    const product = markets.product(pid)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    return worstExposure(exposure, inForce === null ? null : inForce.tick, stressPpm)
  })
  return isCovered(reserve, worst)
}
