import { worstCaseExposure } from '@glasshouse/core/contracts/exposure'
import { stressMovePpm } from '@glasshouse/core/contracts/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Markets } from '../../markets/index.ts'
import type { Tx } from '../../platform/index.ts'
import { lockExposures, lockMissingMarkets } from '../store/exposure.ts'

/**
 * What the trading reserve may come to owe: the worst case of every market together, as new positions are
 * judged. The exposures of all markets stay locked until the commit, so that nothing is opened meanwhile.
 */
export const worstCaseLiability = async (
  tx: Tx,
  markets: Pick<Markets, 'products' | 'product' | 'inForce'>,
): Promise<Usdt> => {
  const pids = markets.products().map(({ pid }) => pid)
  const worst = [...(await lockMissingMarkets(tx, await lockExposures(tx), pids))].map(([pid, exposure]) => {
    const product = markets.product(pid)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    return worstCaseExposure(exposure, inForce === null ? null : inForce.tick, stressMovePpm)
  })
  return worst.reduce((sum, one) => sum + one, 0n) as Usdt
}
