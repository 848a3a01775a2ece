import { aiOrderClosedKind } from '../contracts/index.ts'
import type { EventHandler } from '../platform/events/index.ts'
import { type SettleDeps, settleTrade } from './service/settle.ts'

/** A run is told of its trade's close, whatever closed it. Hearing of it twice counts it once. */
export const aiListeners = (deps: SettleDeps): readonly EventHandler[] => [
  {
    // In a transaction of its own: the dispatcher's would lock many runs in the order of their events.
    name: 'ai.orderClosed',
    kinds: [aiOrderClosedKind],
    hear: async (_, { body }) => {
      if (typeof body.run !== 'number') throw new Error('an order of AI ordering has a run')
      await settleTrade(deps, body.run)
    },
  },
]
