import type { Listener } from '../platform/index.ts'
import type { Engine } from './service/engine/engine.ts'

/**
 * Money that comes into a contract wallet or leaves it moves the prices at which its positions are closed out,
 * whichever room moved it. Hearing of it twice only looks twice.
 */
export const contractListeners = (engine: Pick<Engine, 'moneyMoved'>): readonly Listener[] => [
  {
    name: 'contracts.moneyMoved',
    kinds: ['pushed'],
    hear: async (_, { body }) => {
      if (body.event === 'WALLET_CHANGED' && typeof body.uid === 'number') engine.moneyMoved(body.uid)
    },
  },
]
