import { balanceChanged, changedBalances } from '../ledger/posting/index.ts'
import type { EventHandler } from '../platform/events/index.ts'
import type { DealingDeps } from './service/copy/dealing.ts'
import { checkPool } from './service/copy/stop.ts'

/** Numbers of pools are below those of customers. */
const firstCustomerUid = 10_000

/** After every event of a pool its drawdown stop is checked. Hearing of it twice only looks twice. */
export const investListeners = (deps: DealingDeps): readonly EventHandler[] => [
  {
    name: 'invest.poolChanged',
    kinds: [balanceChanged],
    hear: async (_, fact) => {
      const accounts = new Set(
        changedBalances(fact)
          .map(({ uid }) => uid)
          .filter((uid) => uid < firstCustomerUid),
      )
      for (const account of accounts) await checkPool(deps, account)
    },
  },
]
