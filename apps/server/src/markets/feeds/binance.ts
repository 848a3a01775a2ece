import { bucketStart, intervalMs } from '@glasshouse/core/markets/intervals'
import type { Platform } from '../../platform/services/index.ts'
import { monotonicMs } from '../../platform/time/index.ts'
import { binanceHistory } from './binanceHistory.ts'
import { readMessage } from './binanceMessages.ts'
import { binanceRecord } from './binanceRecord.ts'
import { defaultTimeouts, maintainStream, type StreamTimeouts } from './binanceStream.ts'
import type { Feed, FeedSink } from './feed.ts'

/** Asked again this long after a minute ended, when all its trades are in the exchange's own candle. */
const settledAfterMs = 1500
const retryRepairMs = 10_000
/** Asks for everything a market needs when nothing of it is known. */
const theBeginning = 0

/** What has to be asked again about a symbol: everything from this instant on. */
type CandleRepairQueue = {
  readonly need: (symbol: string, fromMs: number) => void
  readonly close: () => void
}

/** Candles to ask for from an instant on, and when the last of them are final; epoch milliseconds. */
type CandleRepair = { readonly fromMs: number; readonly finalMs: number }

/**
 * Repairs candles over stretches that were not heard completely: once at once, for a symbol at most every ten seconds, and once more
 * after the minute in which it happened has ended, because only then the exchange's own candle of it is final.
 */
const repairing = (
  past: ReturnType<typeof binanceHistory>,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  sink: FeedSink,
): CandleRepairQueue => {
  const waiting = new Map<string, CandleRepair & { readonly dueMs: number; readonly timer: NodeJS.Timeout }>()
  const fetchedMs = new Map<string, number>()
  let closed = false

  const repair = async (
    symbol: string,
    { fromMs, finalMs }: CandleRepair,
    isFirst = false,
  ): Promise<void> => {
    const nowMs = clock.now()
    try {
      const fetched = await past.since(symbol, fromMs, nowMs)
      const thisMinute = bucketStart(nowMs, '1m')
      // The minute that is still forming is taken from the exchange only right after connecting.
      const minutes = (fetched['1m'] ?? []).filter(({ openMs }) => isFirst || openMs < thisMinute)
      if (!closed) sink.corrected(symbol, { ...fetched, '1m': minutes })
      const againFromMs = fromMs === theBeginning ? thisMinute : fromMs
      if (nowMs < finalMs) plan(symbol, { fromMs: againFromMs, finalMs }, finalMs - nowMs)
    } catch (error) {
      log.warn({ symbol, err: error }, 'candles could not be fetched and are asked again')
      plan(symbol, { fromMs, finalMs }, retryRepairMs)
    }
  }
  /** Adds to what waits for a symbol, which is done when the first of it is due. */
  const plan = (symbol: string, { fromMs, finalMs }: CandleRepair, afterMs: number): void => {
    if (closed) return
    const before = waiting.get(symbol)
    clearTimeout(before?.timer)
    const nowMs = monotonicMs()
    const dueMs = Math.min(nowMs + afterMs, before?.dueMs ?? Number.POSITIVE_INFINITY)
    const all = {
      fromMs: Math.min(fromMs, before?.fromMs ?? fromMs),
      finalMs: Math.max(finalMs, before?.finalMs ?? finalMs),
    }
    const timer = setTimeout(() => {
      waiting.delete(symbol)
      void repair(symbol, all)
    }, dueMs - nowMs)
    waiting.set(symbol, { ...all, dueMs, timer })
  }
  return {
    need: (symbol, fromMs) => {
      const nowMs = clock.now()
      const finalMs = bucketStart(nowMs, '1m') + intervalMs['1m'] + settledAfterMs
      const needed = { fromMs: bucketStart(fromMs, '1m'), finalMs }
      // A source that misses trades all the time, or reconnects in a loop, must not use up what it allows to ask.
      if (monotonicMs() - (fetchedMs.get(symbol) ?? Number.NEGATIVE_INFINITY) < retryRepairMs)
        plan(symbol, needed, finalMs - nowMs)
      else {
        fetchedMs.set(symbol, monotonicMs())
        void repair(symbol, needed, true)
      }
    },
    close: () => {
      closed = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
    },
  }
}

/**
 * The public spot market of an exchange with the Binance protocol: trades and the twenty best levels from
 * the combined stream, candles from REST for the past and for whatever was missed.
 */
export const binanceFeed = (
  platform: Pick<Platform, 'settings' | 'clock' | 'log'>,
  patience: StreamTimeouts = defaultTimeouts,
): Feed => {
  const { settings, clock, log } = platform
  const symbols = settings.MARKET_SYMBOLS
  const past = binanceHistory(settings.BINANCE_REST_URL, patience.answerMs)
  /** Per symbol: the newest trade heard, or until when the past is known. */
  const heard = new Map<string, { sequence: number | null; timeMs: number | null }>()
  /** Until when no further market waits at the start for an exchange that did not answer about one. */
  let unansweredUntilMs = Number.NEGATIVE_INFINITY
  let stream: ReturnType<typeof maintainStream> | null = null
  let repairs: CandleRepairQueue | null = null

  const noteTrade = (sink: FeedSink, symbol: string, sequence: number, timeMs: number): void => {
    const before = heard.get(symbol)
    // A later trade of lower number is one of new numbers.
    if (before?.sequence != null && sequence <= before.sequence && timeMs <= (before.timeMs ?? timeMs)) return
    if (before?.sequence != null && sequence > before.sequence + 1) {
      sink.missed(symbol, sequence - before.sequence - 1)
      repairs?.need(symbol, before.timeMs ?? timeMs)
    }
    heard.set(symbol, { sequence, timeMs })
  }

  const listen = (sink: FeedSink, text: string): boolean => {
    const message = readMessage(text, clock.now())
    if (message.kind === 'shutdown') stream?.renew()
    else if (message.kind === 'bad') sink.dropped(message.symbol, 'malformed')
    else if (message.kind === 'book') sink.book(message.book)
    else {
      const { symbol, sequence, timeMs } = message.trade
      // A sequence far in the future of a wrong clock must not silence the right ones after it.
      if (Math.abs(timeMs - clock.now()) <= 60_000) noteTrade(sink, symbol, sequence, timeMs)
      sink.trade(message.trade)
    }
    return message.kind !== 'bad'
  }

  return {
    source: 'binance',
    hasBook: true,
    roughPrice: async (symbol) => {
      const nowMs = clock.now()
      const days = await past.candles(symbol, '1d', nowMs - 3 * intervalMs['1d'], nowMs).catch(() => [])
      return days.at(-1)?.close ?? null
    },
    history: async ({ product, newest }) => {
      const nowMs = clock.now()
      try {
        if (monotonicMs() < unansweredUntilMs)
          throw new Error('the exchange did not answer about another market')
        // The minute before the newest one too: a kill may have come before its repair.
        const fromMs = newest === null ? null : newest.openMs - intervalMs['1m']
        const fetched = await past.since(product.symbol, fromMs, nowMs)
        heard.set(product.symbol, { sequence: null, timeMs: nowMs })
        return fetched
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError')
          unansweredUntilMs = monotonicMs() + retryRepairMs
        log.warn({ symbol: product.symbol, err: error }, 'candle backfill failed, retrying')
        heard.set(product.symbol, { sequence: null, timeMs: newest?.openMs ?? null })
        return {}
      }
    },
    record: binanceRecord(settings.BINANCE_REST_URL),
    start: (sink) => {
      const own = repairing(past, platform, sink)
      repairs = own
      const streams = symbols.flatMap((symbol) => {
        const name = symbol.toLowerCase()
        return [`${name}@trade`, `${name}@depth20@100ms`]
      })
      const url = `${settings.BINANCE_STREAM_URL.replace(/\/$/, '')}/stream?streams=${streams.join('/')}`
      stream = maintainStream(
        url,
        {
          opened: () => {
            sink.state('connected')
            for (const symbol of symbols) own.need(symbol, heard.get(symbol)?.timeMs ?? theBeginning)
          },
          message: (text) => listen(sink, text),
          closed: (why) => sink.state('disconnected', why),
        },
        patience,
      )
    },
    close: async () => {
      repairs?.close()
      stream?.close()
    },
  }
}
