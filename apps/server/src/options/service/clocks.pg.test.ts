import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let stage: OptionStage
const uid = 1
beforeEach(async () => {
  stage = await optionFixture('1000000')
  await stage.give(uid, '1000')
})
afterEach(() => stage.close())

const status = () => stage.deps.markets.status()
const inForce = () => stage.deps.markets.inForce('BTCUSDT')
/** Trades each second for so long, each dated `aheadMs` ahead of our clock. */
const speak = (seconds: number, aheadMs: number, at = '60000') => {
  for (let second = 0; second < seconds; second += 1) {
    stage.clock.tick(1000)
    stage.trade(at, { timeMs: stage.clock.now() + aheadMs })
  }
}

describe('a clock that is away from the source', () => {
  it('by 40 s takes no options, because their outcome would be known', async () => {
    speak(20, 40_000)
    expect(status().offsetMs).toBe(40_000)
    expect(inForce()?.lastStale).toBe(false)
    expect(await expectDomainError(stage.place(uid))).toMatchObject({
      code: 'priceChanged',
      data: { reason: 'clockUnsteady' },
    })
    // Prices go on by the source's clock, so that contracts are not closed by a wrong one here.
    expect(status().symbols[0]?.dropped).toEqual({ clockAhead: 1 })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('1000'))
  })

  it('that was set anew by 3 s takes options again a minute later', async () => {
    speak(20, 0)
    await stage.place(uid)
    speak(20, -3_000)
    expect((await expectDomainError(stage.place(uid))).code).toBe('priceChanged')
    speak(60, -3_000)
    await stage.place(uid)
  })
})

describe('a trade dated ahead', () => {
  it('is dropped and counted, and the trades after it count', async () => {
    speak(3, 0)
    stage.clock.tick(100)
    stage.trade('60005', { timeMs: stage.clock.now() + 59_000 })
    expect(inForce()?.tick.price.toString()).toBe('60000000000000')
    speak(3, 0, '60100')
    expect(inForce()?.tick.price.toString()).toBe('60100000000000')
    expect(status().symbols[0]?.dropped).toEqual({ clockAhead: 1 })
  })
})

describe('a trade of a stalled connection', () => {
  it('counts for candles and the log, marked late, and is not in force', async () => {
    speak(20, 0)
    const before = inForce()?.tick
    stage.clock.tick(5_500)
    stage.trade('65000', { timeMs: stage.clock.now() - 5_001 })
    expect(inForce()).toMatchObject({ tick: { n: before?.n }, lastStale: true })
    const minute = await stage.deps.markets.candles(1, { interval: '1m', beforeMs: null, limit: 1 })
    expect(minute?.[0]?.high.toString()).toBe('65000000000000')
    stage.trade('60000')
    expect(inForce()).toMatchObject({ tick: { n: (before?.n ?? 0) + 2 }, lastStale: false })
    await stage.restart()
    expect(inForce()?.tick.n).toBe((before?.n ?? 0) + 2)
  })

  it('settles no option', async () => {
    speak(20, 0)
    await stage.place(uid, { type: 'call' })
    speak(24, 0, '60001')
    for (let second = 0; second < 6; second += 1) {
      stage.clock.tick(1000)
      stage.feed.book('BTCUSDT', '59999.99', `60001.${10 + second}`)
    }
    // By the source it is the last trade before the expiry, and it came before the wait for stragglers was over.
    stage.clock.tick(200)
    stage.trade('50000', { timeMs: stage.clock.now() - 5_100 })
    stage.clock.tick(150)
    stage.feed.book('BTCUSDT', '59999.99', '60001.20')
    await stage.pass(50)
    expect(await stage.list(uid, 'settled')).toMatchObject([{ outcome: 'win', exitPrice: price('60001') }])
    expect(await stage.broken()).toEqual({})
  })
})

describe('an option whose last trade is not newer than its acceptance', () => {
  it('is void: it was decided before it was bought', async () => {
    stage.trade('60010')
    await stage.place(uid, { type: 'put', stake: '100' })
    for (let second = 0; second < 31; second += 1) {
      stage.clock.tick(1000)
      stage.feed.book('BTCUSDT', '60009.99', `60010.${10 + second}`)
    }
    await stage.pass(1)
    expect(await stage.list(uid, 'settled')).toMatchObject([{ outcome: 'void', pnl: usdt('0') }])
    expect(await stage.held(uid, 'wallet')).toBe(usdt('1000'))
    expect(await stage.broken()).toEqual({})
  })

  it('is decided as ever when one trade of its own came, at the same price or another', async () => {
    stage.trade('60010')
    await stage.place(uid, { type: 'put', stake: '100' })
    stage.trade('60009')
    for (let second = 0; second < 31; second += 1) {
      stage.clock.tick(1000)
      stage.feed.book('BTCUSDT', '60008.99', `60009.${10 + second}`)
    }
    await stage.pass(1)
    expect(await stage.list(uid, 'settled')).toMatchObject([{ outcome: 'win', exitPrice: price('60009') }])
  })
})

describe('a market whose streams disagree', () => {
  it('follows a book that begins again at lower numbers', () => {
    stage.feed.book('BTCUSDT', '59999', '60001', { sequence: 5_000_000 })
    stage.trade('60000')
    for (let second = 0; second < 3; second += 1) {
      stage.clock.tick(1000)
      stage.feed.book('BTCUSDT', `${60010 + second}`, `${60012 + second}`, { sequence: 100 + second })
    }
    expect(inForce()).toMatchObject({ tick: { bid: 60_012_000_000_000n }, stale: false })
  })

  it('takes no contracts on a book that stands still while trades speak, and no options the other way', async () => {
    stage.trade('60000')
    speak(6, 0)
    expect(inForce()).toMatchObject({ stale: true, lastStale: false })
    for (let second = 0; second < 6; second += 1) {
      stage.clock.tick(1000)
      stage.feed.book('BTCUSDT', `${60100 + second}`, `${60102 + second}`)
    }
    expect(inForce()).toMatchObject({ stale: false, lastStale: true })
    expect((await expectDomainError(stage.place(uid))).code).toBe('priceChanged')
  })
})
