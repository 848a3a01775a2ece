import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from '../money/units.ts'
import { createQuoteDecoder, createQuoteEncoder, type EncodedQuotes } from './quoteColumns.ts'
import type { QuoteMessage } from './topics.ts'

const quote = (s: string, p: string, q: string, T: number, n: number): QuoteMessage => ({
  e: 'QUOTES',
  s,
  p,
  q,
  T,
  n,
})

/** As a connection receives it: texts, then bytes. */
const receive = (
  reader: ReturnType<typeof createQuoteDecoder>,
  { whole, columns }: EncodedQuotes,
): readonly QuoteMessage[] => [
  ...whole.map((one) => reader.whole(JSON.parse(JSON.stringify(one)))),
  ...(columns === null ? [] : reader.columns(columns)),
]
const bySymbol = (quotes: readonly QuoteMessage[]) => [...quotes].sort((a, b) => (a.s < b.s ? -1 : 1))

/** What markets send, and now and then anything a string or a number can be. */
const usual = fc.nat({ max: 1_000_000 }).map((units) => formatDecimal(BigInt(units), 2))
const unusual = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.integer({ min: 0, max: 9 }))
    .map(([units, scale]) => formatDecimal(units, scale)),
  fc.constantFrom('', '-1', '1.50', '007', '1e9', '1.2.3', '9007199254740993', 'x'),
)
const text = fc.oneof({ arbitrary: usual, weight: 15 }, { arbitrary: unusual, weight: 1 })
const whole = fc.oneof(
  { arbitrary: fc.nat({ max: 100_000 }), weight: 15 },
  { arbitrary: fc.oneof(fc.maxSafeInteger(), fc.constant(1.5)), weight: 1 },
)
const anyQuote = fc.record({
  e: fc.constant('QUOTES' as const),
  s: fc.constantFrom('BTCUSDT', 'ETHUSDT', 'S3', 'S4', 'S5'),
  p: text,
  q: text,
  T: whole,
  n: whole,
})
/** Numbers of ticks rise from flush to flush, but for the unusual ones. */
const flushes = fc
  .array(fc.uniqueArray(anyQuote, { selector: ({ s }) => s }), { maxLength: 12 })
  .map((all) =>
    all.map((quotes, flush) =>
      quotes.map((one) => ({ ...one, n: one.n < 95_000 ? flush * 95_000 + one.n : one.n })),
    ),
  )

it('returns any sequence of quotes exactly, read from any flush on', () => {
  fc.assert(
    fc.property(flushes, fc.nat(11), (sent, joinedAt) => {
      const encoder = createQuoteEncoder()
      const [first, late] = [createQuoteDecoder(), createQuoteDecoder()]
      const newest = new Map<string, QuoteMessage>()
      for (const [at, quotes] of sent.entries()) {
        if (at === joinedAt)
          expect(receive(late, { whole: encoder.state(), columns: null })).toEqual([...newest.values()])
        const encoded = encoder.encode(quotes)
        for (const one of quotes) newest.set(one.s, one)
        expect(bySymbol(receive(first, encoded))).toEqual(bySymbol(quotes))
        if (at >= joinedAt) expect(bySymbol(receive(late, encoded))).toEqual(bySymbol(quotes))
      }
    }),
    { numRuns: 500 },
  )
})

it('follows a reader that missed flushes and got the state since', () => {
  const encoder = createQuoteEncoder()
  const reader = createQuoteDecoder()
  receive(reader, encoder.encode([quote('A', '1.5', '2', 1, 1), quote('B', '7', '0.1', 1, 1)]))
  encoder.encode([quote('A', '1.25', '2', 5, 4), quote('C', '3', '1', 5, 1)])
  receive(reader, { whole: encoder.state(), columns: null })
  const next = [quote('B', '8', '0.3', 9, 2), quote('C', '4', '1', 9, 2), quote('A', '1.3', '2', 9, 5)]
  expect(bySymbol(receive(reader, encoder.encode(next)))).toEqual(bySymbol(next))
})

it('sends a quote whole when it is new, more exact than those before, older, or no plain number', () => {
  const encoder = createQuoteEncoder()
  const isWhole = (one: QuoteMessage) => encoder.encode([one]).columns === null
  expect(isWhole(quote('A', '1.5', '2', 1, 1))).toBe(true)
  expect(isWhole(quote('A', '1.6', '3', 2, 2))).toBe(false)
  expect(isWhole(quote('A', '1.65', '3', 3, 3))).toBe(true)
  expect(isWhole(quote('A', '1.7', '3', 4, 4))).toBe(false)
  expect(isWhole(quote('A', '1.7', '3', 4, 3))).toBe(true)
  expect(isWhole(quote('A', 'none', '3', 5, 5))).toBe(true)
  expect(isWhole(quote('A', '1.7', '3', 6, 6))).toBe(true)
  expect(isWhole(quote('A', '1.8', '3', 6, 6))).toBe(false)
})

it('is written as documented', () => {
  const encoder = createQuoteEncoder()
  encoder.encode([quote('BTCUSDT', '65850.01', '0.2', 1000, 7), quote('ETHUSDT', '3200', '1', 1000, 9)])
  const { columns } = encoder.encode([
    quote('BTCUSDT', '65850', '0.3', 1040, 9),
    quote('ETHUSDT', '3201', '2', 1041, 12),
  ])
  expect(Buffer.from(columns ?? []).toString('hex')).toBe('0002000250aba11a0540')
})

it('rejects differences that do not follow from what was received', () => {
  const encoder = createQuoteEncoder()
  encoder.encode([quote('A', '1', '2', 1, 1)])
  const { columns } = encoder.encode([quote('A', '2', '2', 2, 2)])
  const reader = createQuoteDecoder()
  expect(() => reader.columns(columns ?? new Uint8Array())).toThrow(RangeError)
  expect(() => reader.columns(new Uint8Array([0, 1, 0]))).toThrow(RangeError)
})

it('takes a thirtieth of the bytes of one message for each quote', () => {
  // Twenty symbols that each change two or three times a flush, of which the newest is sent.
  const encoder = createQuoteEncoder()
  let [seed, plain, encoded] = [1, 0, 0]
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
  const prices = Array.from({ length: 20 }, (_, at) => 100_000 * (at + 1))
  for (let flush = 0, n = 0; flush < 200; flush += 1) {
    const newest = new Map<string, QuoteMessage>()
    for (let one = 0; one < 45; one += 1, n += 1) {
      prices[n % 20] = (prices[n % 20] ?? 0) + random(400) - 200
      const next = quote(
        `S${n % 20}USDT`,
        formatDecimal(BigInt(prices[n % 20] ?? 0), 2),
        formatDecimal(BigInt(random(250_000)), 5),
        1_700_000_000_000 + n,
        n,
      )
      newest.set(next.s, next)
      plain += JSON.stringify(next).length
    }
    const { whole: texts, columns } = encoder.encode([...newest.values()])
    encoded += (columns?.length ?? 0) + texts.reduce((sum, one) => sum + JSON.stringify(one).length, 0)
  }
  expect(plain / encoded).toBeGreaterThan(30)
})
