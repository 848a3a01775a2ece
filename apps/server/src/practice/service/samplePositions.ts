import { usdt } from '@glasshouse/core/money/units'
import {
  areSampleMarketsFresh,
  listSampleOrders,
  placeSampleOrder,
  type SampleOrder,
  type SampleOrderDeps,
} from './sampleOrders.ts'
import { beginPart, endPart, findDemoUid } from './sampleState.ts'

/** Distances that days of practice seldom reach. */
const stopPercents = { loss: 8n, profit: 12n } as const
const stake = usdt('200')

const orders: readonly SampleOrder[] = [
  { wallet: 'contract', market: 0, side: 'long', leverage: 10, stake, limitPercent: null, stopPercents },
  { wallet: 'contract', market: 1, side: 'long', leverage: 5, stake, limitPercent: 10n, stopPercents: null },
  { wallet: 'contract2', market: 1, side: 'short', leverage: 5, stake, limitPercent: null, stopPercents },
]
const wallets = ['contract', 'contract2'] as const

/**
 * Opens what the demo customer holds: a long and a short position with stops and a resting limit order, at the market through
 * the public API. What the fees cost is compensated, so that both contract wallets keep their balance, which includes margin.
 *
 * Runs once, before customers can sign in; a killed start is continued. Returns whether it ran.
 */
export const seedPositions = async (deps: SampleOrderDeps, waitMs: number): Promise<boolean> => {
  const uid = await findDemoUid(deps.database.db)
  if (uid === null || !(await areSampleMarketsFresh(deps, waitMs))) return false
  let ran = false
  for (const wallet of wallets) {
    const name = `practice.samplePositions:${wallet}`
    if ((await beginPart(deps, name, uid, wallet)) === null) continue
    ran = true
    const before = new Set(
      (await listSampleOrders(deps, uid, wallet)).rows.map(({ pid, side }) => `${pid} ${side}`),
    )
    for (const order of orders) {
      const pid = deps.markets.products()[order.market]?.pid
      if (order.wallet === wallet && !before.has(`${pid} ${order.side}`))
        await placeSampleOrder(deps, uid, order)
    }
    await endPart(deps, name, uid, wallet)
  }
  return ran
}
