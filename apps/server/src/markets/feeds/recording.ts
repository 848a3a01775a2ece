import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  amountScale,
  divide,
  type Price,
  parseDecimal,
  priceScale,
  type Quantity,
} from '@glasshouse/core/money/units'

/** One trade of a recording; `timeMs` is the recorded instant. */
export type RecordedTrade = {
  readonly timeMs: number
  readonly price: Price
  readonly quantity: Quantity
  readonly side: 'buy' | 'sell'
}

type RecordedCandle = {
  readonly openMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}

/** What a whole file holds, known after reading it once. */
export type RecordingFile = {
  readonly path: string
  readonly kind: 'trades' | 'candles'
  readonly firstMs: number
  readonly lastMs: number
  /** Length of a candle; 0 for trades. */
  readonly lengthMs: number
  readonly firstPrice: Price
}

/** A recording that cannot be played; the message names file and line. */
export class InvalidRecordingError extends Error {
  constructor(path: string, line: number | null, why: string) {
    super(`${basename(path)}${line === null ? '' : ` line ${line}`}: ${why}`)
    this.name = 'BadRecording'
  }
}

const headers = {
  'time_ms,price,quantity,side': 'trades',
  'open_time_ms,open,high,low,close,volume': 'candles',
} as const

const openText = (path: string): Readable => {
  const file = createReadStream(path)
  if (!path.endsWith('.gz')) return file
  const gunzip = createGunzip()
  pipeline(file, gunzip, () => undefined)
  return gunzip
}

/** The lines of a text file or a packed one, numbered from 1. */
async function* linesOf(path: string): AsyncGenerator<readonly [number, string]> {
  let number = 0
  let rest = ''
  try {
    for await (const chunk of openText(path).setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        number += 1
        yield [number, line.endsWith('\r') ? line.slice(0, -1) : line]
      }
    }
  } catch (error) {
    if (error instanceof InvalidRecordingError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidRecordingError(path, number + 1, `cannot be read further: ${why}`)
  }
  if (rest !== '') yield [number + 1, rest]
}

const instantPattern = /^\d{1,14}$/

/** Reads the fields of one line or says what is wrong with them. */
const lineReader = (path: string, line: number, text: string) => {
  const fields = text.split(',')
  const bad = (why: string): InvalidRecordingError => new InvalidRecordingError(path, line, why)
  return {
    bad,
    count: fields.length,
    instant: (index: number): number => {
      const field = fields[index] ?? ''
      if (!instantPattern.test(field)) throw bad(`"${field}" is not a time in milliseconds`)
      return Number.parseInt(field, 10)
    },
    units: (index: number, scale: number, what: string): bigint => {
      const field = fields[index] ?? ''
      const units = parseDecimal(field, scale)
      if (units === null) throw bad(`"${field}" is not a ${what}`)
      return units
    },
    text: (index: number): string => fields[index] ?? '',
  }
}
type LineReader = ReturnType<typeof lineReader>

const readPrice = (line: LineReader, index: number): Price => {
  const price = line.units(index, priceScale, 'price') as Price
  if (price === 0n) throw line.bad('a price is zero')
  return price
}

const readTrade = (line: LineReader): RecordedTrade => {
  if (line.count !== 4) throw line.bad(`has ${line.count} fields instead of 4`)
  const side = line.text(3)
  if (side !== 'buy' && side !== 'sell') throw line.bad(`"${side}" is neither buy nor sell`)
  const quantity = line.units(2, amountScale, 'quantity') as Quantity
  if (quantity === 0n) throw line.bad('the quantity is zero')
  return { timeMs: line.instant(0), price: readPrice(line, 1), quantity, side }
}

const readCandle = (line: LineReader): RecordedCandle => {
  if (line.count !== 6) throw line.bad(`has ${line.count} fields instead of 6`)
  const [open, high, low, close] = [1, 2, 3, 4].map((index) => readPrice(line, index))
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    throw line.bad('a price is missing')
  if (high < open || high < close || low > open || low > close)
    throw line.bad('high and low do not enclose open and close')
  const volume = line.units(5, amountScale, 'volume') as Quantity
  return { openMs: line.instant(0), open, high, low, close, volume }
}

type Row =
  | { readonly kind: 'trades'; readonly row: RecordedTrade }
  | { readonly kind: 'candles'; readonly row: RecordedCandle }

/** The rows of a file, checked, in ascending time. */
async function* rowsOf(path: string): AsyncGenerator<Row> {
  let kind: 'trades' | 'candles' | null = null
  let lastMs = -1
  for await (const [number, text] of linesOf(path)) {
    const line = lineReader(path, number, text)
    if (kind === null) {
      const known = Object.entries(headers).find(([header]) => header === text.trim())
      if (known === undefined)
        throw line.bad(`the first line must be one of: ${Object.keys(headers).join(' | ')}`)
      kind = known[1]
      continue
    }
    const read: Row = kind === 'trades' ? { kind, row: readTrade(line) } : { kind, row: readCandle(line) }
    const atMs = read.kind === 'trades' ? read.row.timeMs : read.row.openMs
    if (atMs < lastMs || (read.kind === 'candles' && atMs === lastMs))
      throw line.bad(`its time ${atMs} is not after the line before (${lastMs})`)
    lastMs = atMs
    yield read
  }
}

/** Reads a whole file once, checks every line, and says what it holds. Throws `InvalidRecordingError`. */
export const inspectRecording = async (path: string): Promise<RecordingFile> => {
  let first: Row | null = null
  let lastMs = 0
  let lengthMs = Number.POSITIVE_INFINITY
  for await (const read of rowsOf(path)) {
    const atMs = read.kind === 'trades' ? read.row.timeMs : read.row.openMs
    if (first !== null) lengthMs = Math.min(lengthMs, atMs - lastMs)
    first ??= read
    lastMs = atMs
  }
  if (first === null) throw new InvalidRecordingError(path, null, 'holds no row')
  if (first.kind === 'trades')
    return {
      path,
      kind: 'trades',
      firstMs: first.row.timeMs,
      lastMs,
      lengthMs: 0,
      firstPrice: first.row.price,
    }
  const length = Number.isFinite(lengthMs) ? lengthMs : 60_000
  const { openMs, open } = first.row
  return {
    path,
    kind: 'candles',
    firstMs: openMs,
    lastMs: lastMs + length - 1,
    lengthMs: length,
    firstPrice: open,
  }
}

/**
 * The trades a recorded candle is played as: a straight path from open over both extremes to close, its volume
 * spread evenly, so that the candle built from them is the recorded one. A candle without volume had no trade.
 */
export const tradesOfCandle = (candle: RecordedCandle, lengthMs: number, wanted: number): RecordedTrade[] => {
  const { open, high, low, close, volume } = candle
  if (volume === 0n) return []
  const stops = close >= open ? [open, low, high, close] : [open, high, low, close]
  const legs = Math.max(1, Math.ceil((wanted - 1) / 3))
  const prices = stops.slice(0, 3).flatMap((from, leg) => {
    const to = stops[leg + 1] ?? from
    return Array.from(
      { length: legs },
      (_, step) => from + divide((to - from) * BigInt(step), BigInt(legs), 'truncate'),
    )
  })
  prices.push(close)
  const share = divide(volume, BigInt(prices.length), 'floor')
  const rest = volume - share * BigInt(prices.length)
  return prices.flatMap((price, index) => {
    const quantity = share + (index === prices.length - 1 ? rest : 0n)
    const before = prices[index - 1] ?? open
    const timeMs = candle.openMs + Math.floor((index * lengthMs) / prices.length)
    const part = quantity > 0n ? quantity : 1n
    return [
      { timeMs, price: price as Price, quantity: part as Quantity, side: price >= before ? 'buy' : 'sell' },
    ]
  })
}

/** The trades of a file in order; candles become about `tradesPerCandle` trades each. */
export async function* tradesOf(file: RecordingFile, tradesPerCandle: number): AsyncGenerator<RecordedTrade> {
  for await (const read of rowsOf(file.path)) {
    if (read.kind === 'trades') yield read.row
    else yield* tradesOfCandle(read.row, file.lengthMs, tradesPerCandle)
  }
}
