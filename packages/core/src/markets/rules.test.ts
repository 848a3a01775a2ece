import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity } from '../money/units.ts'
import {
  type BookFilterState,
  emptyBookFilter,
  emptyTradeFilter,
  filterBook,
  filterTrade,
  isOutlier,
  isStale,
  type SourceBook,
  type SourceTrade,
  type TradeFilterState,
} from './rules.ts'

const start = Date.UTC(2026, 5, 16)

const trade = (sequence: number, at: string, changes: Partial<SourceTrade> = {}): SourceTrade => ({
  symbol: 'BTCUSDT',
  sequence,
  timeMs: start + sequence * 100,
  recordedMs: null,
  receivedMs: start + sequence * 100,
  price: price(at),
  quantity: quantity('1'),
  side: 'buy',
  ...changes,
})

const screenAll = (trades: readonly SourceTrade[]) => {
  let memory: TradeFilterState = emptyTradeFilter
  return trades.map((one) => {
    const screened = filterTrade(memory, one, 0)
    memory = screened.memory
    return { accepted: screened.accepted.map((accepted) => accepted.sequence), dropped: screened.dropped }
  })
}

describe('trades of a feed', () => {
  it('drops zero, duplicate and out-of-order trades', () => {
    expect(
      screenAll([
        trade(1, '100'),
        trade(1, '101'),
        trade(3, '101'),
        trade(2, '100'),
        trade(4, '100', { timeMs: start }),
        trade(5, '0'),
        trade(6, '100', { quantity: 0n as Quantity }),
      ]).map(({ accepted, dropped }) => [...accepted, ...dropped]),
    ).toEqual([[1], ['duplicate'], [3], ['outOfOrder'], ['outOfOrder'], ['malformed'], ['malformed']])
  })

  it('drops a trade whose source time differs by more than a minute from the receive clock', () => {
    const at = { timeMs: start, receivedMs: start + 60_001 }
    expect(filterTrade(emptyTradeFilter, trade(1, '100', at), 0).dropped).toEqual(['clockAway'])
    const skewed = { timeMs: start + 1270, receivedMs: start }
    expect(filterTrade(emptyTradeFilter, trade(1, '100', skewed), 0).accepted.length).toBe(1)
  })

  it('drops a trade more than 2 s ahead of the clock, which never raises the bar for those after it', () => {
    expect(
      screenAll([
        trade(1, '100'),
        trade(2, '100', { timeMs: start + 2_201 }),
        trade(3, '101'),
        trade(4, '101', { timeMs: start + 2_400 }),
        trade(5, '101', { receivedMs: start + 2_400, timeMs: start + 2_400 }),
      ]).map(({ accepted, dropped }) => [...accepted, ...dropped]),
    ).toEqual([[1], ['clockAhead'], [3], [4], [5]])
  })

  it('counts a trade more than 5 s behind as late, and takes the offset of the clock off first', () => {
    const at = (behindMs: number, offsetMs: number) => {
      const one = trade(1, '100', { timeMs: start, receivedMs: start + behindMs })
      return filterTrade(emptyTradeFilter, one, offsetMs)
    }
    expect(at(5_000, 0)).toMatchObject({ accepted: [{ sequence: 1 }], fresh: true })
    expect(at(5_000, 0).accepted[0]?.late).toBeUndefined()
    expect(at(5_001, 0)).toMatchObject({ accepted: [{ late: true }], fresh: false })
    expect(at(5_001, -1).accepted[0]?.late).toBeUndefined()
    expect(at(-40_000, 40_000).accepted[0]?.late).toBeUndefined()
    expect(at(-34_999, 40_000).accepted[0]?.late).toBe(true)
    expect(at(-42_001, 40_000).dropped).toEqual(['clockAhead'])
  })

  it('leaves what it accepts the same whatever is dated ahead among it', () => {
    const noise = fc.record({ aheadMs: fc.integer({ min: 2_001, max: 59_000 }), at: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 10 }), (ahead) => {
        const honest = Array.from({ length: 20 }, (_, index) => trade(index * 100 + 1, '100'))
        const mixed = honest.flatMap((one, index) => [
          ...ahead
            .filter(({ at }) => at === index)
            .map(({ aheadMs }, place) =>
              trade(one.sequence + 1 + place, '50', {
                timeMs: one.receivedMs + aheadMs,
                receivedMs: one.receivedMs,
              }),
            ),
          one,
        ])
        const kept = (list: readonly SourceTrade[]) => screenAll(list).flatMap(({ accepted }) => accepted)
        expect(kept(mixed)).toEqual(kept(honest))
      }),
    )
  })

  it('holds back a jump beyond 10 % until a second trade confirms it, then accepts both', () => {
    expect(screenAll([trade(1, '100'), trade(2, '89'), trade(3, '88.5'), trade(4, '88')])).toEqual([
      { accepted: [1], dropped: [] },
      { accepted: [], dropped: [] },
      { accepted: [2, 3], dropped: [] },
      { accepted: [4], dropped: [] },
    ])
  })

  it('drops a jump that the next trade does not confirm', () => {
    expect(
      screenAll([trade(1, '100'), trade(2, '10'), trade(3, '99'), trade(4, '10'), trade(5, '200')]),
    ).toEqual([
      { accepted: [1], dropped: [] },
      { accepted: [], dropped: [] },
      { accepted: [3], dropped: ['unconfirmed'] },
      { accepted: [], dropped: [] },
      { accepted: [], dropped: ['unconfirmed'] },
    ])
  })

  it('accepts exactly 10 %, and any step after more than a second', () => {
    expect(screenAll([trade(1, '100'), trade(2, '110'), trade(13, '55')])).toEqual([
      { accepted: [1], dropped: [] },
      { accepted: [2], dropped: [] },
      { accepted: [13], dropped: [] },
    ])
  })

  it('never accepts a duplicate, an older trade, or an unconfirmed jump within a second', () => {
    const anyTrade = fc.record({
      sequence: fc.integer({ min: 1, max: 60 }),
      stepMs: fc.integer({ min: -50, max: 400 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    })
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 80 }), (list) => {
        let memory: TradeFilterState = emptyTradeFilter
        let timeMs = start
        const accepted: SourceTrade[] = []
        for (const raw of list) {
          timeMs += raw.stepMs
          const one = trade(raw.sequence, '1', { timeMs, receivedMs: timeMs, price: raw.price as Price })
          const screened = filterTrade(memory, one, 0)
          memory = screened.memory
          // A confirmed pair is at most 10 % apart; a single trade did not jump within a second.
          const [first, second] = screened.accepted
          const last = accepted.at(-1)
          if (first !== undefined && second !== undefined)
            expect(isOutlier(second.price, first.price)).toBe(false)
          else if (first !== undefined && last !== undefined && first.timeMs - last.timeMs <= 1000)
            expect(isOutlier(first.price, last.price)).toBe(false)
          accepted.push(...screened.accepted)
        }
        for (const [index, one] of accepted.entries()) {
          const before = accepted[index - 1]
          if (before === undefined) continue
          expect(one.timeMs).toBeGreaterThanOrEqual(before.timeMs)
          // A number that is not higher is that of a source which numbers anew, so its trade is a later one; what is sent again is not.
          if (one.sequence <= before.sequence) expect(one.timeMs).toBeGreaterThan(before.timeMs)
          else expect(one.sequence).toBeGreaterThan(before.sequence)
        }
      }),
    )
  })
})

describe('trades that are numbered anew', () => {
  const places = (list: readonly (readonly [sequence: number, atMs: number])[]) =>
    screenAll(
      list.map(([sequence, atMs]) =>
        trade(sequence, '100', { timeMs: start + atMs, receivedMs: start + atMs }),
      ),
    ).map(({ accepted, dropped }) => [...accepted, ...dropped])

  it('count from the second of two ascending ones that are later than the newest', () => {
    expect(
      places([
        [500, 100],
        [1, 200],
        [2, 300],
        [3, 400],
      ]),
    ).toEqual([[500], ['outOfOrder'], [2], [3]])
  })

  it('do not silence a market after one trade of a number far ahead', () => {
    expect(
      places([
        [7, 0],
        [9_000_000_000_000_000, 100],
        [8, 200],
        [9, 300],
        [10, 400],
      ]),
    ).toEqual([[7], [9_000_000_000_000_000], ['outOfOrder'], [9], [10]])
  })

  it('are not those that are sent again, come late or go backwards', () => {
    const dropped = ['outOfOrder']
    expect(
      places([
        [500, 100],
        [498, 90],
        [499, 100],
      ]),
    ).toEqual([[500], dropped, dropped])
    expect(
      places([
        [500, 100],
        [2, 200],
        [1, 300],
      ]),
    ).toEqual([[500], dropped, dropped])
    expect(
      places([
        [500, 100],
        [1, 200],
        [501, 300],
        [2, 400],
      ]),
    ).toEqual([[500], dropped, [501], dropped])
  })
})

const book = (sequence: number, bid: string, ask: string, changes: Partial<SourceBook> = {}): SourceBook => ({
  symbol: 'BTCUSDT',
  sequence,
  timeMs: start,
  recordedMs: null,
  receivedMs: start,
  bids: [[price(bid), quantity('1')]],
  asks: [[price(ask), quantity('1')]],
  ...changes,
})

const screenBooks = (books: readonly SourceBook[], last: Price | null) => {
  let memory: BookFilterState = emptyBookFilter
  return books.map((one) => {
    const screened = filterBook(memory, one, last, 0)
    memory = screened.memory
    return [...screened.accepted.map((accepted) => accepted.sequence), ...screened.dropped]
  })
}

describe('books of a feed', () => {
  it('drops crossed, one-sided, unordered and older books', () => {
    expect(
      screenBooks(
        [
          book(5, '99', '101'),
          book(6, '101', '101'),
          book(7, '99', '101', { asks: [] }),
          book(8, '99', '101', {
            bids: [
              [price('99'), quantity('1')],
              [price('99.5'), quantity('1')],
            ],
          }),
          book(4, '99', '101'),
        ],
        price('100'),
      ),
    ).toEqual([[5], ['crossed'], ['malformed'], ['malformed'], ['outOfOrder']])
  })

  it('takes a book sent again as a sign of life, not as news', () => {
    const first = filterBook(emptyBookFilter, book(5, '99', '101'), null, 0)
    const again = filterBook(first.memory, book(5, '99', '101'), null, 0)
    expect(again).toMatchObject({ accepted: [], dropped: [], fresh: true })
  })

  it('holds back a book far from the last trade until one update confirms it', () => {
    const far = ['49', '51'] as const
    expect(
      screenBooks(
        [
          book(1, '99', '101'),
          book(2, ...far),
          book(3, '99', '101'),
          book(4, ...far),
          book(5, ...far),
          book(6, '50', '52'),
        ],
        price('100'),
      ),
    ).toEqual([[1], [], [3], [], [5], [6]])
  })

  it('replaces a held-back book by another outlier without accepting either', () => {
    expect(
      screenBooks([book(1, '49', '51'), book(2, '199', '201'), book(3, '199', '201')], price('100')),
    ).toEqual([[], ['unconfirmed'], [3]])
  })
})

describe('a book that numbers anew', () => {
  const after = (sequence: number, ms: number) =>
    book(sequence, '99', '101', { timeMs: start + ms, receivedMs: start + ms })
  it('starts anew with the second of two consistent messages of lower number', () => {
    const list = [after(5_000_000, 0), after(100, 100), after(101, 200), after(102, 300)]
    expect(screenBooks(list, price('100'))).toEqual([[5_000_000], ['outOfOrder'], [101], [102]])
  })

  it('does not for stragglers of before, nor for two that disagree or go backwards', () => {
    const lateBooks = [after(500, 100), after(300, 0), after(301, 50), after(501, 200)]
    expect(screenBooks(lateBooks, price('100'))).toEqual([[500], ['outOfOrder'], ['outOfOrder'], [501]])
    const backwards = [after(500, 0), after(301, 100), after(300, 200)]
    expect(screenBooks(backwards, price('100'))).toEqual([[500], ['outOfOrder'], ['outOfOrder']])
    const apart = [after(500, 0), after(300, 100), { ...after(301, 200), bids: [[price('60'), 1n]] }]
    expect(screenBooks(apart as SourceBook[], price('100'))).toEqual([[500], ['outOfOrder'], ['outOfOrder']])
    const between = [after(500, 0), after(300, 100), after(501, 200), after(301, 300)]
    expect(screenBooks(between, price('100'))).toEqual([[500], ['outOfOrder'], [501], ['outOfOrder']])
  })

  it('is dropped when it is dated ahead, and late when it is behind', () => {
    const dated = (ms: number) => book(1, '99', '101', { timeMs: start + ms })
    expect(filterBook(emptyBookFilter, dated(2_001), null, 0).dropped).toEqual(['clockAhead'])
    expect(filterBook(emptyBookFilter, dated(-5_001), null, 0)).toMatchObject({
      accepted: [{ late: true }],
      fresh: false,
    })
  })
})

describe('staleness', () => {
  it('holds before the first message and from 5 s after the newest', () => {
    expect(isStale(null, start)).toBe(true)
    expect(isStale(start, start + 4999)).toBe(false)
    expect(isStale(start, start + 5000)).toBe(true)
    // The clock was set back.
    expect(isStale(start, start - 4999)).toBe(false)
    expect(isStale(start, start - 5000)).toBe(true)
  })
})
