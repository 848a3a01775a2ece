import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { NotDeliveredError } from '../../../platform/events/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { TickMarks } from '../../store/settledTicks.ts'
import type { TickBufferHandle } from '../deps.ts'
import type { SharingEngine } from './engine.ts'

/** What another process asks the engine that decides on a wallet. */
export type EngineRequest =
  | {
      /** Waits until everything is settled, or what fired, up to the newest ticks of the process that asks, by market. */
      readonly kind: 'settle' | 'settleFired'
      readonly wallet: MarginAccountKey
      readonly heard: readonly (readonly [pid: number, n: number])[]
    }
  | {
      /** Keeps the ticks for an order that is about to be judged; the id is chosen by who asks. */
      readonly kind: 'follow'
      readonly wallet: MarginAccountKey
      readonly symbol: string
      readonly id: string
    }
  | {
      /** The order is committed: it is looked at from the tick it was judged by. */
      readonly kind: 'changed'
      readonly wallet: MarginAccountKey
      readonly orderId: number
      /** That of `follow`; null where nothing was followed. */
      readonly id: string | null
    }
  /** No order came of it. */
  | { readonly kind: 'end'; readonly wallet: MarginAccountKey; readonly id: string }
  /** Money of the wallet moved. */
  | { readonly kind: 'moved'; readonly wallet: MarginAccountKey }

export type EngineReply = { readonly kind: 'done' | 'busy' }

/** How long ticks are kept for a process that says nothing more; milliseconds. */
const keptMs = 60_000

export type EngineRequestDeps = Pick<Platform, 'log'> & {
  readonly engine: SharingEngine
  /** Waits until ticks were heard here that another process has heard. */
  readonly untilHeard: (numbers: TickMarks) => Promise<void>
}

/**
 * Answers what other processes ask about the wallets on which this engine decides. Repeated, each changes nothing more. Every
 * request about a wallet on which it does not decide is refused as not delivered.
 */
export const answerEngineRequests = ({ engine, untilHeard, log }: EngineRequestDeps) => {
  const following = new Map<string, { readonly handle: TickBufferHandle; readonly timer: NodeJS.Timeout }>()
  const take = (id: string | null): TickBufferHandle | undefined => {
    const known = id === null ? undefined : following.get(id)
    if (id === null || known === undefined) return undefined
    clearTimeout(known.timer)
    following.delete(id)
    return known.handle
  }
  const follow = (symbol: string, wallet: MarginAccountKey, id: string): void => {
    take(id)?.end()
    const handle = engine.follow(symbol, wallet)
    // The process that asked is gone, and may have committed the order: all of the wallet are looked at from the ticks they were judged by.
    const timer = setTimeout(() => {
      engine.lookAgain(wallet)
      take(id)?.end()
    }, keptMs)
    following.set(id, { handle, timer: timer.unref() })
  }
  const run = async (request: EngineRequest): Promise<void> => {
    const { wallet } = request
    await engine.assertDecides(wallet.uid)
    if (request.kind === 'settle' || request.kind === 'settleFired') {
      await untilHeard(new Map(request.heard))
      await (request.kind === 'settle' ? engine.settleWallet(wallet) : engine.settleFired(wallet))
      // What was settled by a term that has ended is not all: the next one has to be asked.
      await engine.assertDecides(wallet.uid)
    } else if (request.kind === 'follow') follow(request.symbol, wallet, request.id)
    else if (request.kind === 'changed') {
      const handle = take(request.id) ?? { end: () => undefined }
      engine.changed(wallet.uid, wallet.wallet, { orderId: request.orderId, following: handle })
    } else if (request.kind === 'end') take(request.id)?.end()
    else await engine.moneyMoved(wallet)
  }
  return async (body: unknown): Promise<EngineReply> => {
    const request = body as EngineRequest
    try {
      await run(request)
      return { kind: 'done' }
    } catch (error) {
      if (error instanceof NotDeliveredError) throw error
      if (!(error instanceof DomainError))
        log.warn({ err: error, request: request.kind }, 'a request of another process to the engine failed')
      return { kind: 'busy' }
    }
  }
}

/** @throws invalidState with the reason `busy` */
export const assertDone = ({ kind }: EngineReply): void => {
  if (kind === 'busy') throw domainError('invalidState', { reason: 'busy' })
}
