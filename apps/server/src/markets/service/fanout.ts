import type { Tick } from '@glasshouse/core/markets/evidence'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import type { MarketEvents } from './market.ts'
import { depthMessage, klineMessage, quoteMessage, tradeMessage } from './messages.ts'
import type { Recorder } from './recorder.ts'
import { isPersisted } from './startup.ts'

/** Those who want to hear something at once, in the order in which it happens. */
export type Emitter<Heard extends readonly unknown[]> = {
  readonly add: (listener: (...heard: Heard) => void) => () => void
  readonly tell: (...heard: Heard) => void
}

/** Starts without listeners; one that throws is told to `failed` and does not keep the others from hearing. */
export const createEmitter = <Heard extends readonly unknown[]>(
  failed: (error: unknown) => void,
): Emitter<Heard> => {
  const all = new Set<(...heard: Heard) => void>()
  return {
    add: (listener) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (...heard) => {
      for (const listener of all)
        try {
          listener(...heard)
        } catch (error) {
          failed(error)
        }
    },
  }
}

/** What follows from what a market tells: it is recorded, and everybody who listens hears it. */
export const publishMarketEvents = (
  recorder: Recorder,
  ticks: Emitter<[Tick]>,
  messages: Emitter<[Topic, PublicMessage]>,
): MarketEvents => ({
  tick: (market, tick) => {
    recorder.tick({ pid: market.product.pid, tick })
    // It fills, triggers and shows nothing: what it decides is read from the log.
    if (tick.fetched === true) return
    ticks.tell(tick)
    if (tick.kind === 'trade' && tick.late !== true) messages.tell('quotes', quoteMessage(tick))
  },
  traded: (market, trade) => messages.tell(`trade:${market.product.symbol}`, tradeMessage(trade)),
  candles: (market, changes) => {
    const { pid, symbol } = market.product
    for (const change of changes) {
      const { interval, candle, closed } = change
      if (!change.flat && isPersisted(interval, closed)) recorder.candle({ pid, interval, candle })
      messages.tell(`kline:${symbol}:${interval}`, klineMessage(symbol, change))
    }
  },
  book: (market, book) => messages.tell(`depth:${market.product.symbol}`, depthMessage(book)),
})
