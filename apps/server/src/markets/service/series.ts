import {
  applyTrade,
  type Candle,
  type CandleTrade,
  type DayStats,
  dayStartAt,
  dayStatsOf,
  deriveCandles,
  derivedIntervals,
  flatCandle,
  mergeCandles,
} from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervalMs, intervals } from '@glasshouse/core/markets/intervals'
import { minutesInMemory } from './history.ts'

/** A candle that came to be or changed. `flat` ones had no trade and are not stored. */
export type CandleChange = {
  readonly interval: Interval
  readonly candle: Candle
  readonly closed: boolean
  readonly flat: boolean
}

type Forming = {
  readonly candle: Candle
  /** What happened in the stretch before its newest minute. */
  readonly before: Candle | null
  readonly flat: boolean
}

/** A silent stretch is closed this long after its end, so that its last trades can still arrive. */
const graceMs = 2000

/** The candles of one market as they form. */
export type Series = {
  /** Counts a trade; one before the newest minute is part of a correction already and changes nothing. */
  readonly apply: (trade: CandleTrade) => readonly CandleChange[]
  /** Closes stretches that ended without a further trade. */
  readonly roll: (nowMs: number) => readonly CandleChange[]
  /** Starts again from corrected minutes. */
  readonly restart: (minutes: readonly Candle[]) => readonly CandleChange[]
  readonly minutes: () => readonly Candle[]
  /** The newest candle of an interval that had a trade. */
  readonly newest: (interval: Interval) => Candle | null
  readonly figures: (nowMs: number) => DayStats | null
}

export const createSeries = (startMinutes: readonly Candle[]): Series => {
  let minutes: Candle[] = []
  const forming = new Map<Interval, Forming>()
  let lastDay: { readonly atMs: number; readonly figures: DayStats | null } | null = null

  const restart = (from: readonly Candle[]): readonly CandleChange[] => {
    minutes = [...from]
    lastDay = null
    forming.clear()
    const newest = minutes.at(-1)
    if (newest === undefined) return []
    forming.set('1m', { candle: newest, before: null, flat: false })
    for (const interval of derivedIntervals) {
      const openMs = bucketStart(newest.openMs, interval)
      const own = minutes.filter((candle) => candle.openMs >= openMs)
      const [before = null] = deriveCandles(own.slice(0, -1), interval)
      const [candle] = deriveCandles(own, interval)
      if (candle !== undefined) forming.set(interval, { candle, before, flat: false })
    }
    return [...forming].map(([interval, { candle }]) => ({ interval, candle, closed: false, flat: false }))
  }
  restart(startMinutes)

  const closing = (interval: Interval, openMs: number): readonly CandleChange[] => {
    const current = forming.get(interval)
    if (current === undefined || current.candle.openMs >= openMs) return []
    return [{ interval, candle: current.candle, closed: true, flat: current.flat }]
  }

  const formingAfter = (interval: Interval, minute: Candle, isNew: boolean): Forming => {
    const openMs = bucketStart(minute.openMs, interval)
    const current = forming.get(interval)
    const continues = current !== undefined && !current.flat && current.candle.openMs === openMs
    const before = !continues ? null : isNew ? current.candle : current.before
    return {
      candle: before === null ? { ...minute, openMs } : mergeCandles(before, minute),
      before,
      flat: false,
    }
  }

  const apply = (trade: CandleTrade): readonly CandleChange[] => {
    const openMs = bucketStart(trade.timeMs, '1m')
    const newest = minutes.at(-1)
    if (newest !== undefined && openMs < newest.openMs) return []
    const isNew = newest === undefined || openMs > newest.openMs
    const minute = applyTrade(isNew ? null : newest, trade, '1m')
    if (isNew) {
      minutes.push(minute)
      if (minutes.length > minutesInMemory) minutes.shift()
    } else minutes[minutes.length - 1] = minute

    const changes: CandleChange[] = []
    for (const interval of intervals) {
      if (isNew) changes.push(...closing(interval, bucketStart(openMs, interval)))
      const next =
        interval === '1m'
          ? { candle: minute, before: null, flat: false }
          : formingAfter(interval, minute, isNew)
      forming.set(interval, next)
      changes.push({ interval, candle: next.candle, closed: false, flat: false })
    }
    return changes
  }

  const roll = (nowMs: number): readonly CandleChange[] => {
    const changes: CandleChange[] = []
    for (const [interval, current] of forming) {
      const endMs = current.candle.openMs + intervalMs[interval]
      if (nowMs < endMs + graceMs) continue
      const openMs = bucketStart(nowMs, interval)
      const candle = flatCandle(openMs, current.candle.close)
      changes.push({ interval, candle: current.candle, closed: true, flat: current.flat })
      changes.push({ interval, candle, closed: false, flat: true })
      forming.set(interval, { candle, before: null, flat: true })
    }
    return changes
  }

  const figures = (nowMs: number): DayStats | null => {
    if (lastDay !== null && nowMs - lastDay.atMs < 1000 && nowMs >= lastDay.atMs) return lastDay.figures
    const { first, carried } = dayStartAt(minutes, nowMs)
    lastDay = { atMs: nowMs, figures: dayStatsOf(minutes.slice(first), carried) }
    return lastDay.figures
  }

  return {
    apply,
    roll,
    restart,
    minutes: () => minutes,
    newest: (interval) => {
      const current = forming.get(interval)
      return current === undefined || current.flat ? null : current.candle
    },
    figures,
  }
}
