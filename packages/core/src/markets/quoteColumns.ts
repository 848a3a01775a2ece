/**
 * Quotes in columns (docs/quote-columns.md): the quotes of a flush as one binary message of differences from the quotes
 * that the reader has. What cannot be a difference is sent whole before it, as a text message of its own.
 */
import { formatDecimal } from '../money/units.ts'
import type { QuoteMessage } from './topics.ts'

/** Subprotocol of `/ws` whose readers get quotes in columns. */
export const quoteColumnsProtocol = 'glasshouse.columns'

/**
 * A whole quote for such a reader. `d` are the decimals of price and quantity in which the next differences are
 * counted; without it the next quote is whole again.
 */
export type WholeQuote = QuoteMessage & { d?: [price: number, quantity: number] }

/** Number of decimals of price and quantity. */
type Decimals = readonly [price: number, quantity: number]

/** The newest quote of a symbol in whole units of its decimals, and its place in the table of both sides. */
type QuoteRow = {
  readonly place: number
  readonly symbol: string
  readonly decimals: Decimals
  readonly price: number
  readonly quantity: number
  readonly timeMs: number
  readonly n: number
}

/** Above everything that is sent as a difference, so that a doubled difference is a safe integer too. */
const limit = 2 ** 50
/** Bits of a value that is written in full. */
const fullBits = 53
/** As many ones say that a value follows in full. */
const fullMark = 32
const countBits = 16
const widthBits = 5
const columnCount = 5

const isCounted = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < limit

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0

/** Whole units of a decimal string; null when they do not give back exactly this string. */
const unitsOf = (text: string, decimals: number): number | null => {
  const [whole = '', fraction = ''] = text.split('.')
  const units = Number.parseInt(whole + fraction.padEnd(decimals, '0'), 10)
  return isCounted(units) && textOf(units, decimals) === text ? units : null
}

const textOf = (units: number, decimals: number): string => formatDecimal(BigInt(units), decimals)

/** The row of a quote; null when it has to be sent whole and so does the next one. */
const rowOf = ({ s, p, q, T, n }: QuoteMessage, place: number, decimals: Decimals): QuoteRow | null => {
  const price = unitsOf(p, decimals[0])
  const quantity = unitsOf(q, decimals[1])
  if (price === null || quantity === null || !isCounted(T) || !isCounted(n)) return null
  return { place, symbol: s, decimals, price, quantity, timeMs: T, n }
}

const messageOf = ({ symbol, decimals, price, quantity, timeMs, n }: QuoteRow): QuoteMessage => ({
  e: 'QUOTES',
  s: symbol,
  p: textOf(price, decimals[0]),
  q: textOf(quantity, decimals[1]),
  T: timeMs,
  n,
})

/** Signed to unsigned, small ones staying small. @example folded(-3) // 5 */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unfolded = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/** Bits of a value whose lowest `width` bits are written as they are and the rest as that many ones and a zero. */
const costOf = (value: number, width: number): number => {
  const ones = Math.floor(value / 2 ** width)
  return ones < fullMark ? ones + 1 + width : fullMark + fullBits
}

const cheapestWidth = (values: readonly number[]): number => {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (let width = 0; width < 2 ** widthBits; width += 1) {
    let bits = 0
    for (const value of values) bits += costOf(value, width)
    if (bits < least) [best, least] = [width, bits]
  }
  return best
}

/** Writes bits, the highest of a value and of a byte first. */
const createBitWriter = () => {
  const bytes: number[] = []
  let free = 0
  const bit = (one: number): void => {
    if (free === 0) {
      bytes.push(0)
      free = 8
    }
    free -= 1
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (one << free)
  }
  const put = (value: number, length: number): void => {
    for (let at = length - 1; at >= 0; at -= 1) bit(Math.floor(value / 2 ** at) % 2)
  }
  return {
    put,
    value: (value: number, width: number): void => {
      const ones = Math.min(fullMark, Math.floor(value / 2 ** width))
      for (let one = 0; one < ones; one += 1) bit(1)
      if (ones === fullMark) put(value, fullBits)
      else {
        bit(0)
        put(value % 2 ** width, width)
      }
    },
    bytes: (): Uint8Array => Uint8Array.from(bytes),
  }
}

/** Reads what the writer wrote; throws beyond the end. */
const createBitReader = (bytes: Uint8Array) => {
  let at = 0
  const bit = (): number => {
    const byte = bytes[at >> 3]
    if (byte === undefined) throw new RangeError('the quotes end early')
    at += 1
    return (byte >> (7 - ((at - 1) & 7))) & 1
  }
  const take = (length: number): number => {
    let value = 0
    for (let left = length; left > 0; left -= 1) value = value * 2 + bit()
    return value
  }
  return {
    take,
    value: (width: number): number => {
      let ones = 0
      while (ones < fullMark && bit() === 1) ones += 1
      return ones === fullMark ? take(fullBits) : ones * 2 ** width + take(width)
    },
  }
}

/** A quote that replaces another one of its symbol. */
type Change = { readonly before: QuoteRow; readonly now: QuoteRow }

const encodeChanges = (changes: readonly Change[]): Uint8Array => {
  const sorted = [...changes].sort((a, b) => a.now.place - b.now.place)
  const columns = [
    sorted.map(({ now }, at) => now.place - (sorted[at - 1]?.now.place ?? -1) - 1),
    sorted.map(({ now, before }) => folded(now.price - before.price)),
    sorted.map(({ now }) => now.quantity),
    sorted.map(({ now, before }, at) => folded(now.timeMs - (sorted[at - 1]?.now ?? before).timeMs)),
    sorted.map(({ now, before }) => now.n - before.n),
  ]
  const widths = columns.map(cheapestWidth)
  const bits = createBitWriter()
  bits.put(sorted.length, countBits)
  for (const width of widths) bits.put(width, widthBits)
  for (const at of sorted.keys())
    columns.forEach((column, place) => {
      bits.value(column[at] ?? 0, widths[place] ?? 0)
    })
  return bits.bytes()
}

/** What readers with columns are sent of a flush: whole quotes first, then differences; null without any. */
export type EncodedQuotes = { readonly whole: readonly WholeQuote[]; readonly columns: Uint8Array | null }

/** A quote that stays whole has no row: the next one of its symbol is whole too. */
type KnownQuote = { readonly whole: WholeQuote; readonly place: number; readonly row: QuoteRow | null }

/** Encodes the quotes of one flush after the other for readers that got all before, or the state. */
export const createQuoteEncoder = () => {
  const known = new Map<string, KnownQuote>()
  const know = (quote: QuoteMessage): KnownQuote => {
    const before = known.get(quote.s)
    const place = before?.place ?? known.size
    const [price, quantity] = before?.row?.decimals ?? [0, 0]
    const decimals: Decimals = [Math.max(price, decimalsIn(quote.p)), Math.max(quantity, decimalsIn(quote.q))]
    const row = rowOf(quote, place, decimals)
    const now = {
      whole: row === null ? quote : { ...quote, d: [...decimals] as [number, number] },
      place,
      row,
    }
    known.set(quote.s, now)
    return now
  }
  return {
    /** Encodes the newest quotes of a flush, at most one of each symbol. */
    encode: (quotes: readonly QuoteMessage[]): EncodedQuotes => {
      const whole: WholeQuote[] = []
      const changes: Change[] = []
      for (const quote of quotes) {
        const before = known.get(quote.s)?.row ?? null
        const { row: now, whole: itself } = know(quote)
        if (before === null || now === null || now.n < before.n || `${now.decimals}` !== `${before.decimals}`)
          whole.push(itself)
        else changes.push({ before, now })
      }
      return { whole, columns: changes.length === 0 ? null : encodeChanges(changes) }
    },
    /** The newest encoded quote of every symbol, for a reader that has none or missed some. */
    state: (): readonly WholeQuote[] => [...known.values()].map(({ whole }) => whole),
  }
}

/** Decodes what one connection receives; a new connection needs a new one. */
export const createQuoteDecoder = () => {
  const places = new Map<string, number>()
  const rows: (QuoteRow | null)[] = []
  const decodeRow = (
    bits: ReturnType<typeof createBitReader>,
    widths: readonly number[],
    last: QuoteRow | null,
  ) => {
    const [gap, price, quantity, time, n] = widths.map((width) => bits.value(width)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const place = (last?.place ?? -1) + 1 + gap
    const before = rows[place]
    if (before == null) throw new RangeError('a difference from a quote that was not sent')
    return {
      ...before,
      price: before.price + unfolded(price),
      quantity,
      timeMs: (last ?? before).timeMs + unfolded(time),
      n: before.n + n,
    }
  }
  return {
    /** Remembers a whole quote and returns it without the decimals. */
    whole: ({ d, ...quote }: WholeQuote): QuoteMessage => {
      const place = places.get(quote.s) ?? rows.length
      places.set(quote.s, place)
      rows[place] = d === undefined ? null : rowOf(quote, place, d)
      return quote
    },
    /**
     * The quotes of a binary message.
     *
     * @throws RangeError it does not follow from what was received before
     */
    columns: (bytes: Uint8Array): readonly QuoteMessage[] => {
      const bits = createBitReader(bytes)
      const count = bits.take(countBits)
      const widths = Array.from({ length: columnCount }, () => bits.take(widthBits))
      const quotes: QuoteMessage[] = []
      let last: QuoteRow | null = null
      for (let at = 0; at < count; at += 1) {
        last = decodeRow(bits, widths, last)
        rows[last.place] = last
        quotes.push(messageOf(last))
      }
      return quotes
    },
  }
}
