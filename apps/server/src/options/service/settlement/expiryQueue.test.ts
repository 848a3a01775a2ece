import type { Tick } from '@glasshouse/core/markets/evidence'
import { settlementTick } from '@glasshouse/core/options/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExpiryQueue } from './expiryQueue.ts'

const unregistered = () => () => undefined

const tickAt = (n: number, sourceTimeMs: number, receivedTimeMs: number, kind: Tick['kind'] = 'trade') =>
  ({ symbol: 'BTCUSDT', kind, n, sourceTimeMs, receivedTimeMs }) as Tick

describe('the book of open options', () => {
  it('hands out an expiry when the wait for stragglers is over, with all its options', () => {
    const book = createExpiryQueue(unregistered)
    book.hear(tickAt(1, 900, 900))
    for (const id of [7, 8]) book.add(1, 'BTCUSDT', 1000, id)
    book.add(1, 'BTCUSDT', 1001, 9)
    book.add(2, 'ETHUSDT', 1000, 10)
    expect([book.nextMs(), book.size()]).toEqual([1300, 4])
    expect(book.due(1299)).toEqual([])
    expect(book.due(1300)).toMatchObject([
      { symbol: 'BTCUSDT', expiryMs: 1000, ids: new Set([7, 8]), tick: { n: 1 } },
      { symbol: 'ETHUSDT', expiryMs: 1000, ids: new Set([10]), tick: null },
    ])
  })

  it('keeps what is not settled, and forgets what is', () => {
    const book = createExpiryQueue(unregistered)
    for (const id of [1, 2]) book.add(1, 'BTCUSDT', 1000, id)
    const [expiry] = book.due(2000)
    if (expiry === undefined) throw new Error('nothing is due')
    book.done(expiry, [1])
    expect(book.due(2000)).toMatchObject([{ ids: new Set([2]) }])
    book.done(expiry, [2])
    expect([book.due(2000), book.size(), book.nextMs()]).toEqual([[], 0, null])
  })

  it('registers each market and expiry once while one of its options is open', () => {
    const registered: string[] = []
    const book = createExpiryQueue((pid, atMs) => {
      registered.push(`${pid} ${atMs}`)
      return () => void registered.splice(registered.indexOf(`${pid} ${atMs}`), 1)
    })
    for (const id of [1, 2]) book.add(1, 'BTCUSDT', 1000, id)
    book.add(1, 'BTCUSDT', 1001, 3)
    book.add(2, 'ETHUSDT', 1000, 4)
    expect(registered).toEqual(['1 1000', '1 1001', '2 1000'])
    const due = book.due(2000)
    for (const expiry of due) book.done(expiry, [1, 3, 4])
    expect(registered).toEqual(['1 1000'])
    for (const expiry of due) book.done(expiry, [2])
    expect(registered).toEqual([])
    // One that comes after all others are settled is registered again.
    book.add(1, 'BTCUSDT', 1000, 5)
    expect(registered).toEqual(['1 1000'])
  })

  it('does not count an option twice', () => {
    const book = createExpiryQueue(unregistered)
    for (let time = 0; time < 3; time += 1) book.add(1, 'BTCUSDT', 1000, 1)
    book.due(2000)
    book.add(1, 'BTCUSDT', 1000, 1)
    expect(book.size()).toBe(1)
  })

  it('leaves to the log what ended before its options were told', () => {
    const book = createExpiryQueue(unregistered)
    book.hear(tickAt(1, 900, 900))
    book.hear(tickAt(2, 1100, 1100))
    book.add(1, 'BTCUSDT', 1000, 1)
    expect(book.due(2000)).toMatchObject([{ expiryMs: 1000, tick: null }])
  })

  it('finds the same tick as looking through all of them', () => {
    const step = fc.record({
      sourceLater: fc.nat(300),
      receivedLater: fc.nat(600),
      kind: fc.constantFrom('trade' as const, 'trade' as const, 'book' as const),
    })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 20 }),
        fc.nat(3000),
        (steps, expiries, ahead) => {
          const book = createExpiryQueue(unregistered)
          const ticks: Tick[] = []
          // The source's clock may be ahead of ours or behind it.
          let [source, received] = [ahead, 1500]
          const reported = new Set<number>()
          const report = (upToMs: number) => {
            for (const [id, expiryMs] of expiries.entries())
              if (!reported.has(id) && expiryMs - 2000 <= upToMs) {
                reported.add(id)
                book.add(1, 'BTCUSDT', expiryMs, id)
              }
          }
          for (const [index, { sourceLater, receivedLater, kind }] of steps.entries()) {
            source += sourceLater
            received += receivedLater
            report(received)
            const tick = tickAt(index + 1, source, received, kind)
            ticks.push(tick)
            book.hear(tick)
          }
          report(Number.POSITIVE_INFINITY)
          for (const { expiryMs, tick } of book.due(Number.MAX_SAFE_INTEGER))
            if (tick !== null) expect(tick).toBe(settlementTick(ticks, expiryMs))
        },
      ),
    )
  })

  it('knows the tick of every expiry that it was told of before', () => {
    const book = createExpiryQueue(unregistered)
    const ticks = Array.from({ length: 400 }, (_, at) => tickAt(at + 1, 1000 + at * 37, 1005 + at * 37))
    book.hear(ticks[0] as Tick)
    for (let id = 0; id < 300; id += 1) book.add(1, 'BTCUSDT', 1100 + ((id * 7919) % 13_000), id)
    for (const tick of ticks.slice(1)) book.hear(tick)
    const due = book.due(100_000)
    expect(due.length).toBe(300)
    for (const { expiryMs, tick } of due) expect(tick).toBe(settlementTick(ticks, expiryMs))
  })
})
