import type { Messages } from '../../../platform/events/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { monotonicMs } from '../../../platform/time/index.ts'
import { serveSigned } from '../../feeds/signedMessages.ts'
import type { MarketInstant } from '../../store.ts'
import type { Markets } from '../markets.ts'
import type { HeardTick, TickGap } from './chainFollower.ts'
import {
  createTickCodec,
  type JudgedExits,
  type MarketNow,
  type OpenedMarkets,
  type PublishedTick,
  type TickAnswers,
  type TickQuestion,
  tickAddress,
} from './tickMessages.ts'

const usualPublishedForMs = 5000
/** Ticks of a market in memory, for those who missed some; half of them are given up when there are twice as many. */
const remembered = 5000

/** What an engine in another process needs of the markets of the leader. */
export type TickSource = Pick<
  Markets,
  'products' | 'inForce' | 'depth' | 'onChained' | 'chainHead' | 'pendingTicks' | 'catalogVersion'
> & {
  /** What AI ordering goes by; without it the leader decides on all runs. */
  readonly minutes?: Pick<Markets, 'onMessage' | 'productNamed' | 'candles'>
  /** What decides options; without it the leader decides on all of them. */
  readonly options?: Pick<Markets, 'isClockSteady'> & {
    /** How options with expiries at some instants end, in the order asked. */
    readonly exitsAt: (due: readonly MarketInstant[]) => Promise<JudgedExits>
  }
}

/** The ticks that were published since someone asks, by market. */
const createTickMemory = () => {
  const byPid = new Map<number, HeardTick[]>()
  return {
    add: (pid: number, heard: HeardTick): void => {
      const ticks = byPid.get(pid) ?? []
      ticks.push(heard)
      byPid.set(pid, ticks.length > 2 * remembered ? ticks.slice(remembered) : ticks)
    },
    /** The ticks of a gap; null when its first one is older than what is remembered. */
    between: (pid: number, { after, upTo }: TickGap): readonly HeardTick[] | null => {
      const ticks = byPid.get(pid) ?? []
      const [first] = ticks
      if (first === undefined || first.tick.n > after + 1) return null
      return ticks.filter(({ tick }) => tick.n > after && tick.n <= upTo)
    },
    clear: (): void => byPid.clear(),
  }
}

/**
 * Answers engines in other processes about the markets of the leader, and tells them every tick as long as one of them
 * asks. Returns how to stop.
 *
 * @param term the term of the leader
 * @param publishedForMs ticks are published for so long after the last question
 */
export const serveTicks = (
  platform: Pick<Platform, 'secrets'>,
  markets: TickSource,
  messages: Messages,
  term: number,
  publishedForMs = usualPublishedForMs,
): (() => Promise<void>) => {
  const codec = createTickCodec(platform)
  const memory = createTickMemory()
  let requestedMs: number | null = null
  const isFollowed = (): boolean => requestedMs !== null && monotonicMs() - requestedMs < publishedForMs

  const stopListening = markets.onChained((pid, tick) => {
    if (!isFollowed()) {
      // What comes from now on does not follow what is remembered.
      if (requestedMs !== null) memory.clear()
      requestedMs = null
      return
    }
    const now = markets.inForce(tick.symbol)
    const heard = { tick, stale: now?.stale ?? true, lastStale: now?.lastStale ?? true }
    memory.add(pid, heard)
    const published: PublishedTick = { ...heard, term, pid }
    messages.publish('ticks', codec.sign(published))
  })

  /** When the newest minute of each market opened that has closed. */
  const closedMinutes = new Map<number, number>()
  const stopMinutes = markets.minutes?.onMessage((_, message) => {
    if (message.e !== 'KLINE' || message.i !== '1m' || !message.k.x) return
    const product = markets.minutes?.productNamed(message.s) ?? null
    if (product !== null) closedMinutes.set(product.pid, message.k.t * 1000)
  })

  const marketNow = (pid: number, symbol: string): MarketNow => {
    const now = markets.inForce(symbol)
    return {
      pid,
      n: markets.chainHead(pid).n,
      stale: now?.stale ?? true,
      lastStale: now?.lastStale ?? true,
      depth: markets.depth(symbol),
      ...(markets.minutes === undefined ? {} : { closedMinuteMs: closedMinutes.get(pid) ?? null }),
    }
  }
  const { options } = markets
  const common = () => ({
    version: markets.catalogVersion(),
    ...(options === undefined ? {} : { options: { isClockSteady: options.isClockSteady() } }),
  })
  const opened = (): OpenedMarkets => ({
    ...common(),
    markets: markets.products().map(({ pid, symbol }) => ({
      ...marketNow(pid, symbol),
      symbol,
      place: markets.chainHead(pid),
      inForce: markets.inForce(symbol)?.tick ?? null,
    })),
  })
  const answer = async (question: TickQuestion): Promise<TickAnswers[TickQuestion['op']]> => {
    switch (question.op) {
      case 'open':
        return opened()
      case 'state':
        return {
          ...common(),
          markets: markets.products().map(({ pid, symbol }) => marketNow(pid, symbol)),
        }
      case 'gap':
        return memory.between(question.pid, question)
      case 'pending':
        return markets.pendingTicks(question.pid)
      case 'candles':
        return (await markets.minutes?.candles(question.pid, question.query)) ?? null
      case 'exits':
        if (options === undefined) throw new RangeError('this process does not say how options end')
        return options.exitsAt(question.due)
    }
  }
  const stopServing = serveSigned(messages, codec, tickAddress(term), async (question) => {
    // From here on every tick is published, so none is missed between this answer and the first one published.
    if (!isFollowed()) memory.clear()
    requestedMs = monotonicMs()
    return answer(question as TickQuestion)
  })
  return async () => {
    stopListening()
    stopMinutes?.()
    await stopServing()
  }
}
