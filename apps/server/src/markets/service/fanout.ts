import type { Tick } from '@glasshouse/core/markets/evidence'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import type { Log } from '../../platform/telemetry/index.ts'
import type { MarketEvents } from './market.ts'
import { deepMessage, depthMessage, klineMessage, quoteMessage, tradeMessage } from './messages.ts'
import type { Recorder } from './recorder.ts'
import { isPersisted } from './startup.ts'

/** Those who want to hear something at once, in the order in which it happens. */
export type Emitter<Values extends readonly unknown[]> = {
  readonly add: (listener: (...values: Values) => void) => () => void
  readonly emit: (...values: Values) => void
}

/** Starts without listeners; one that throws is told to `failed` and does not keep the others from hearing. */
export const createEmitter = <Values extends readonly unknown[]>(
  failed: (error: unknown) => void,
): Emitter<Values> => {
  const all = new Set<(...values: Values) => void>()
  return {
    add: (listener) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    emit: (...values) => {
      for (const listener of all)
        try {
          listener(...values)
        } catch (error) {
          failed(error)
        }
    },
  }
}

/**
 * Connects what the markets notify with the recorder and with emitters: of ticks, of messages for pages, and of all ticks that
 * are chained. A listener that throws is logged.
 */
export const publishMarketEvents = (recorder: Recorder, log: Log) => {
  const failed = (err: unknown): void => log.error({ err }, 'a listener of the markets failed')
  const ticks = createEmitter<[Tick]>(failed)
  const messages = createEmitter<[Topic, PublicMessage]>(failed)
  const chained = createEmitter<[number, Tick]>(failed)
  const events: MarketEvents = {
    tick: (market, tick) => {
      recorder.tick({ pid: market.product.pid, tick })
      chained.emit(market.product.pid, tick)
      // It fills, triggers and shows nothing: what it decides is read from the log.
      if (tick.fetched === true) return
      ticks.emit(tick)
      if (tick.kind === 'trade' && tick.late !== true) messages.emit('quotes', quoteMessage(tick))
    },
    traded: (market, trade) => messages.emit(`trade:${market.product.symbol}`, tradeMessage(trade)),
    candles: (market, changes) => {
      const { pid, symbol } = market.product
      for (const change of changes) {
        const { interval, candle, closed } = change
        if (!change.flat && isPersisted(interval, closed)) recorder.candle({ pid, interval, candle })
        messages.emit(`kline:${symbol}:${interval}`, klineMessage(symbol, change))
      }
    },
    book: (market, book) => {
      messages.emit(`depth:${market.product.symbol}`, depthMessage(book))
      messages.emit(`depth20:${market.product.symbol}`, deepMessage(book))
    },
  }
  return { events, ticks, messages, chained }
}
