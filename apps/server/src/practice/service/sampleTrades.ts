import { usdt } from '@glasshouse/core/money/units'
import { findState, upsertState } from '../store.ts'
import {
  areSampleMarketsFresh,
  closeSamplePositions,
  listSampleOrders,
  placeSampleOrder,
  type SampleOrder,
  type SampleOrderDeps,
} from './sampleOrders.ts'
import { beginPart, endPart, findDemoUid } from './sampleState.ts'

const atMarket = { limitPercent: null, stopPercents: null } as const
const trades: readonly SampleOrder[] = [
  { wallet: 'contract2', market: 1, side: 'short', leverage: 10, stake: usdt('90'), ...atMarket },
  { wallet: 'contract', market: 1, side: 'long', leverage: 5, stake: usdt('120'), ...atMarket },
  { wallet: 'contract', market: 0, side: 'long', leverage: 10, stake: usdt('150'), ...atMarket },
  { wallet: 'contract2', market: 0, side: 'short', leverage: 5, stake: usdt('75'), ...atMarket },
]
const wallets = ['contract', 'contract2'] as const
const stateName = 'practice.sampleTrades'
const partName = (wallet: (typeof wallets)[number]) => `${stateName}:${wallet}`

/**
 * Creates the contract history of the demo customer: long and short positions in two markets, opened together, held
 * until `held` resolves and closed at the market through the public API, so that each has its ticks and receipts. The result is
 * compensated, so that both contract wallets have the documented balance. The market clock cannot be moved, so the positions
 * are of the start itself (decision 0064).
 *
 * Runs once, before customers can sign in; a killed start is continued. Returns whether it ran.
 */
export const seedTrades = async (
  deps: SampleOrderDeps,
  waitMs: number,
  held: () => Promise<unknown>,
): Promise<boolean> => {
  const { db } = deps.database
  const uid = await findDemoUid(db)
  if (uid === null || (await findState(db, stateName)) !== undefined) return false
  if (!(await areSampleMarketsFresh(deps, waitMs))) return false
  const begun: (typeof wallets)[number][] = []
  for (const wallet of wallets) if (await begin(deps, uid, wallet)) begun.push(wallet)
  await held()
  for (const wallet of begun) {
    await closeSamplePositions(deps, uid, wallet)
    await endPart(deps, partName(wallet), uid, wallet)
  }
  await upsertState(db, stateName, { uid })
  return true
}

/**
 * Opens the positions of a wallet; whether what is open there is of the sample. A start that was killed left some open, which
 * are closed then; what is open in a wallet that no start began belongs to the customer.
 */
const begin = async (
  deps: SampleOrderDeps,
  uid: number,
  wallet: (typeof wallets)[number],
): Promise<boolean> => {
  const isBegun = (await findState(deps.database.db, partName(wallet))) !== undefined
  const { total } = await listSampleOrders(deps, uid, wallet)
  if (!isBegun && total > 0) return false
  if ((await beginPart(deps, partName(wallet), uid, wallet)) === null) return false
  if (total === 0)
    for (const trade of trades) if (trade.wallet === wallet) await placeSampleOrder(deps, uid, trade)
  return true
}
