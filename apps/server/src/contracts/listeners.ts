import { customerLockedKind } from '../identity/index.ts'
import { balanceChanged, changedBalances } from '../ledger/posting/index.ts'
import type { EventHandler } from '../platform/events/index.ts'
import { poolClosingRequestedKind } from './events.ts'
import { walletOf } from './postings.ts'
import { accountKeyOf } from './service/batch/batch.ts'
import type { Engine } from './service/engine/engine.ts'
import type { MarginAccountKey } from './store/orders.ts'

/**
 * Money that comes into a contract wallet or leaves it moves the prices at which its positions are closed out. The
 * ledger tells of it, whichever module moved it. Hearing of it twice only looks twice. An account that was locked loses
 * its resting orders.
 */
export const contractListeners = (
  engine: Pick<Engine, 'moneyMoved'>,
  cancelOrdersOf: (uid: number) => Promise<unknown>,
): readonly EventHandler[] => [
  {
    name: 'contracts.moneyMoved',
    kinds: [balanceChanged],
    hear: async (_, fact) => {
      const moved = new Map<number, MarginAccountKey>()
      for (const { uid, purpose } of changedBalances(fact)) {
        const wallet = walletOf(purpose)
        if (wallet !== null) moved.set(accountKeyOf({ uid, wallet }), { uid, wallet })
      }
      await Promise.all([...moved.values()].map((key) => engine.moneyMoved(key)))
    },
  },
  {
    name: 'contracts.poolClosing',
    kinds: [poolClosingRequestedKind],
    hear: async (_, { body }) => {
      if (typeof body.account !== 'number') throw new Error('a pool that closes has an account')
      await engine.moneyMoved({ uid: body.account, wallet: 'contract' })
    },
  },
  {
    // In transactions of their own: an order that the market has reached is settled first, which takes its time.
    name: 'contracts.customerLocked',
    kinds: [customerLockedKind],
    hear: async (_, { body }) => {
      if (typeof body.uid !== 'number') throw new Error('a locked account has a uid')
      await cancelOrdersOf(body.uid)
    },
  },
]
