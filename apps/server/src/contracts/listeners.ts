import { type Listener, pushesOf, pushKinds } from '../platform/index.ts'
import type { Engine } from './service/engine/engine.ts'

/**
 * Money that comes into a contract wallet or leaves it moves the prices at which its positions are closed out,
 * whichever room moved it. Hearing of it twice only looks twice.
 */
export const contractListeners = (engine: Pick<Engine, 'moneyMoved'>): readonly Listener[] => [
  {
    name: 'contracts.moneyMoved',
    kinds: pushKinds,
    hear: async (_, fact) => {
      for (const { uid, event } of pushesOf(fact)) if (event === 'WALLET_CHANGED') engine.moneyMoved(uid)
    },
  },
]
