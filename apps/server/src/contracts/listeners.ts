import { balanceChanged, changedBalances } from '../ledger/index.ts'
import type { EventHandler } from '../platform/index.ts'
import { levertypeOf } from './postings.ts'
import type { Engine } from './service/engine/engine.ts'

/**
 * Money that comes into a contract wallet or leaves it moves the prices at which its positions are closed out. The
 * ledger tells of it, whichever room moved it. Hearing of it twice only looks twice.
 */
export const contractListeners = (engine: Pick<Engine, 'moneyMoved'>): readonly EventHandler[] => [
  {
    name: 'contracts.moneyMoved',
    kinds: [balanceChanged],
    hear: async (_, fact) => {
      const moved = new Map<string, { readonly uid: number; readonly levertype: 1 | 2 }>()
      for (const { uid, purpose } of changedBalances(fact)) {
        const levertype = levertypeOf(purpose)
        if (levertype !== null) moved.set(`${uid}/${levertype}`, { uid, levertype })
      }
      for (const wallet of moved.values()) engine.moneyMoved(wallet)
    },
  },
]
