import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Messages } from '../../../platform/events/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { UpstreamError } from '../../../platform/telemetry/index.ts'
import { monotonicMs } from '../../../platform/time/index.ts'
import { askSigned, type SignedText } from '../../feeds/signedMessages.ts'
import type { MarketInstant } from '../../store.ts'
import type { HeardTick } from './chainFollower.ts'
import type { FollowedMarket } from './followedMarket.ts'
import {
  type CandleQuery,
  createTickCodec,
  type JudgedExits,
  type OptionsNow,
  type PublishedTick,
  type TickAnswers,
  type TickQuestion,
  tickAddress,
} from './tickMessages.ts'

/** How patient an engine is with the leader; tests are less patient. */
export type LeaderPatience = {
  /** How often it asks for the state of the markets. */
  readonly askEveryMs: number
  /** Prices that no answer to a question of the last so many milliseconds confirms are too old to trade on. */
  readonly freshMs: number
  readonly answerMs: number
  readonly heardWithinMs: number
}
export const usualLeaderPatience: LeaderPatience = {
  askEveryMs: 250,
  freshMs: 1000,
  answerMs: 2000,
  heardWithinMs: 10_000,
}

/** The chains of one leader from a moment on. */
export type Session = {
  readonly term: number
  readonly markets: ReadonlyMap<number, FollowedMarket>
  /** When the question was sent whose answer is the newest; by the monotonic clock. */
  confirmedMs: number
  /** Products and terms that were read, and those that the leader has. */
  readVersion: number
  version: number
  /** Null of a leader that decides on all options itself. */
  options: OptionsNow | null
  /** Whether the leader says when minutes have closed: one that does not decides on all runs of AI ordering itself. */
  hasMinutes: boolean
  /** When the newest closed minute of each market opened. */
  readonly closedMinutes: Map<number, number>
}

/** Those who wait for ticks. */
type Waiter = { readonly numbers: ReadonlyMap<number, number>; readonly heard: () => void }

/** Ticks that came before the answer with which following begins, at most. */
const maxEarly = 20_000
/** Where a tick comes from: the term of the leader that published it, or the log, whose ticks are in the chain for good. */
type Origin = number | 'log'

/** What is done with what is heard. */
export type ChainListener = {
  /** Reads products and terms. */
  readonly readCatalog: () => Promise<void>
  /** Makes the markets that the leader opened, by their numbers. */
  readonly build: (opened: TickAnswers['open']) => Session['markets']
  /** A tick is heard, in the order of its chain; it is published to others unless following begins behind it. */
  readonly hear: (market: FollowedMarket, heard: HeardTick, isPublished: boolean) => void
  /** A minute of a market has closed that opened at an instant. */
  readonly minute: (pid: number, openMs: number) => void
  /** Following began, or ended. */
  readonly following: (isFollowing: boolean) => void
}

/** Follows the chains of the leader. */
export const followChains = (
  deps: Pick<Platform, 'log' | 'secrets'> & { readonly messages: Messages },
  patience: LeaderPatience,
  { readCatalog, build, hear, minute, following }: ChainListener,
) => {
  const { messages, log } = deps
  const codec = createTickCodec(deps)
  let leaderTerm: number | null = null
  let session: Session | null = null
  let early: PublishedTick[] = []
  let opening: Promise<void> | null = null
  let confirmedMs = monotonicMs()
  let isReading = false
  const filling = new Set<FollowedMarket>()
  const origins = new WeakMap<Tick, Origin>()
  let waiters: readonly Waiter[] = []

  const ask = <Question extends TickQuestion>(
    term: number,
    question: Question,
  ): Promise<TickAnswers[Question['op']]> =>
    askSigned(messages, codec, tickAddress(term), question, patience.answerMs) as Promise<
      TickAnswers[Question['op']]
    >
  const hasHeard = (numbers: Waiter['numbers']): boolean =>
    [...numbers].every(([pid, n]) => (session?.markets.get(pid)?.newest() ?? -1) >= n)
  const check = (): void => {
    const ready = waiters.filter(({ numbers }) => hasHeard(numbers))
    waiters = waiters.filter((waiter) => !ready.includes(waiter))
    for (const waiter of ready) waiter.heard()
  }
  const end = (own: Session, why: string): void => {
    if (session !== own) return
    session = null
    log.warn({ term: own.term, why }, 'the ticks of the leader are not followed any more')
    following(false)
  }
  const take = (
    own: Session,
    market: FollowedMarket,
    published: readonly HeardTick[],
    isPublished = true,
  ): void => {
    for (const one of market.take(published)) {
      origins.set(one.tick, own.term)
      hear(market, one, isPublished)
    }
    if (waiters.length > 0) check()
  }
  /** Asks for what is missing in a market until nothing is. */
  const fill = async (own: Session, pid: number, market: FollowedMarket): Promise<void> => {
    if (filling.has(market)) return
    filling.add(market)
    try {
      for (let gap = market.gap(); gap !== null && session === own; gap = market.gap()) {
        const before = market.newest()
        const published = await ask(own.term, { op: 'gap', pid, ...gap })
        if (session !== own) return
        if (published !== null) take(own, market, published)
        if (market.newest() === before) return end(own, 'ticks that are missing cannot be had')
      }
    } catch (err) {
      log.warn({ err, pid }, 'ticks that are missing could not be asked for, retrying')
    } finally {
      filling.delete(market)
    }
  }
  const fillGaps = (own: Session): void => {
    for (const [pid, market] of own.markets) if (market.gap() !== null) void fill(own, pid, market)
  }
  const readNewCatalog = async (own: Session): Promise<void> => {
    if (isReading || own.readVersion >= own.version) return
    const { version } = own
    isReading = true
    await readCatalog()
      .then(() => {
        own.readVersion = version
      })
      .catch((err: unknown) => log.warn({ err }, 'products and terms could not be read, retrying'))
    isReading = false
  }
  const saysMinutes = ({ markets }: TickAnswers['state']): boolean =>
    markets.every(({ closedMinuteMs }) => closedMinuteMs !== undefined)
  /** Takes the newest closed minutes; returns those that are new. */
  const noteMinutes = (
    { closedMinutes }: Session,
    { markets }: TickAnswers['state'],
  ): readonly (readonly [pid: number, openMs: number])[] =>
    markets.flatMap(({ pid, closedMinuteMs }) => {
      if (closedMinuteMs === null || closedMinuteMs === undefined) return []
      if (closedMinuteMs <= (closedMinutes.get(pid) ?? 0)) return []
      closedMinutes.set(pid, closedMinuteMs)
      return [[pid, closedMinuteMs] as const]
    })
  const confirm = async (own: Session): Promise<void> => {
    const requestedMs = monotonicMs()
    const now = await ask(own.term, { op: 'state' })
    if (session !== own || requestedMs <= own.confirmedMs) return
    own.confirmedMs = requestedMs
    confirmedMs = requestedMs
    own.version = now.version
    own.options = now.options ?? null
    own.hasMinutes = saysMinutes(now)
    for (const [pid, openMs] of noteMinutes(own, now)) minute(pid, openMs)
    for (const market of now.markets) own.markets.get(market.pid)?.confirm(market)
    fillGaps(own)
    await readNewCatalog(own)
  }
  const open = async (term: number): Promise<void> => {
    early = []
    const requestedMs = monotonicMs()
    const opened = await ask(term, { op: 'open' })
    await readCatalog()
    if (leaderTerm !== term) return
    const markets = build(opened)
    const { version } = opened
    const own: Session = {
      ...{ term, markets, confirmedMs: requestedMs, readVersion: version, version },
      options: opened.options ?? null,
      hasMinutes: saysMinutes(opened),
      closedMinutes: new Map(),
    }
    noteMinutes(own, opened)
    session = own
    confirmedMs = requestedMs
    for (const { inForce } of opened.markets) if (inForce !== null) origins.set(inForce, term)
    // Who begins now begins with the newest: nothing is published of what came meanwhile.
    for (const { term: of, pid, ...published } of early) {
      const market = markets.get(pid)
      if (of === term && market !== undefined) take(own, market, [published], false)
    }
    early = []
    log.info({ term }, 'the ticks of the leader are followed')
    following(true)
    check()
    fillGaps(own)
  }
  const watch = (): void => {
    if (leaderTerm === null || opening !== null) return
    const own = session
    if (own !== null) {
      confirm(own).catch((err: unknown) => log.debug({ err }, 'the leader did not say how its markets are'))
      fillGaps(own)
      return
    }
    opening = open(leaderTerm)
      .catch((err: unknown) => log.debug({ err }, 'the markets of the leader could not be opened, retrying'))
      .finally(() => {
        opening = null
      })
  }
  const stops = [
    messages.subscribe('leader', ({ term }) => {
      if (leaderTerm !== null && term <= leaderTerm) return
      leaderTerm = term
      if (session !== null) end(session, 'another process leads')
      watch()
    }),
    messages.subscribe('ticks', (signed: SignedText) => {
      const { term, pid, ...published } = codec.read(signed) as PublishedTick
      const own = session
      if (own === null) {
        if (opening !== null && early.length < maxEarly) early.push({ term, pid, ...published })
        return
      }
      const market = own.markets.get(pid)
      if (term !== own.term || market === undefined) return
      take(own, market, [published])
      if (market.gap() !== null) void fill(own, pid, market)
    }),
  ]
  const watching = setInterval(watch, patience.askEveryMs)
  return {
    session: () => session,
    silentMs: () => monotonicMs() - confirmedMs,
    origins,
    /** Ticks of a market that the leader has not logged yet. */
    pending: async (pid: number): Promise<readonly Tick[]> => {
      const own = session
      if (own === null) throw new UpstreamError('no process leads whose ticks could be followed')
      const ticks = await ask(own.term, { op: 'pending', pid })
      for (const tick of ticks) origins.set(tick, own.term)
      return ticks
    },
    /** Candles of a market, as the leader has them; null without the market. */
    candles: (pid: number, query: CandleQuery): Promise<TickAnswers['candles']> => {
      const own = session
      if (own === null) throw new UpstreamError('no process leads whose candles could be read')
      return ask(own.term, { op: 'candles', pid, query })
    },
    /** How options with expiries at some instants end, as the leader of a term says. */
    exitsAt: async (due: readonly MarketInstant[]): Promise<JudgedExits & { readonly term: number }> => {
      const own = session
      if (own === null || own.options === null)
        throw new UpstreamError('no process leads that says how options end')
      const judged = await ask(own.term, { op: 'exits', due })
      for (const exit of judged.exits)
        if (exit !== null && exit.tick !== null) origins.set(exit.tick, own.term)
      return { ...judged, term: own.term }
    },
    untilHeard: (numbers: Waiter['numbers']): Promise<void> =>
      new Promise((resolve, reject) => {
        if (hasHeard(numbers)) return resolve()
        const own = session
        for (const [pid, n] of numbers) own?.markets.get(pid)?.expect(n)
        const waiter: Waiter = {
          numbers,
          heard: () => {
            clearTimeout(timer)
            resolve()
          },
        }
        const timer = setTimeout(() => {
          waiters = waiters.filter((one) => one !== waiter)
          reject(new UpstreamError('ticks of the leader were not heard in time'))
        }, patience.heardWithinMs)
        waiters = [...waiters, waiter]
        if (own !== null) fillGaps(own)
      }),
    close: async (): Promise<void> => {
      clearInterval(watching)
      for (const stop of stops) stop()
      leaderTerm = null
      await opening
      session = null
    },
  }
}
