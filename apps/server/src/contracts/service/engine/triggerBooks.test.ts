import { conditionOf, type TriggerKind } from '@glasshouse/core/contracts/engine/triggers'
import { price } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { describe, expect, it } from 'vitest'
import { createTriggerBooks, type TriggerSpec } from './triggerBooks.ts'

const limit = (orderId: number, at: string, acceptance = orderId): TriggerSpec => ({
  symbol: 'BTCUSDT',
  orderId,
  trigger: { ...conditionOf('long', 'limit'), kind: 'limit', price: price(at), acceptance },
})
const stop = (orderId: number, kind: TriggerKind, at: string): TriggerSpec => ({
  symbol: 'BTCUSDT',
  orderId,
  trigger: { ...conditionOf('long', kind), kind, price: price(at), acceptance: orderId },
})
const ann = { uid: 1, levertype: 1 } as const
const bob = { uid: 2, levertype: 2 } as const

/** Books that hear a market set by hand; answers what the newest tick fired. */
const stage = () => {
  const books = createTriggerBooks()
  const markets = fixedMarkets()
  let fired: ReturnType<typeof books.hear> = []
  markets.onTick((tick) => {
    fired = books.hear(tick)
  })
  const tick = (bid: string, ask: string, symbol = 'BTCUSDT') => {
    markets.set(symbol, bid, ask)
    return fired.map(({ uid, levertype, orderId, kind }) => `${uid}/${levertype} ${kind} ${orderId}`)
  }
  return { books, tick }
}

describe('the books', () => {
  it('tell whose trigger fired, in the order of acceptance over all wallets', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(3, '100'), stop(1, 'loss', '101')])
    books.arm(bob, [limit(2, '100')])
    expect(tick('200', '201')).toEqual([])
    expect(tick('99', '99.5')).toEqual(['1/1 loss 1', '2/2 limit 2', '1/1 limit 3'])
    expect(tick('99', '99.5')).toEqual([])
    expect(books.size()).toBe(0)
  })

  it('replace all that a wallet had, and nothing of anybody else', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100'), limit(2, '100')])
    books.arm(bob, [limit(3, '100')])
    books.arm(ann, [limit(2, '90')])
    expect(books.size()).toBe(2)
    expect(tick('99', '99.5')).toEqual(['2/2 limit 3'])
    books.arm(ann, [])
    expect(tick('80', '80.5')).toEqual([])
    expect(books.size()).toBe(0)
  })

  it('do not take away what got the number of a trigger that fired', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100')])
    expect(tick('99', '99.5')).toEqual(['1/1 limit 1'])
    // Bob's trigger has Ann's number now; Ann is armed anew and must not cancel it.
    books.arm(bob, [limit(2, '90')])
    books.arm(ann, [])
    expect(tick('80', '80.5')).toEqual(['2/2 limit 2'])
  })

  it('keep markets apart', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100')])
    expect(tick('1', '2', 'ETHUSDT')).toEqual([])
    expect(tick('1', '2')).toEqual(['1/1 limit 1'])
  })
})
