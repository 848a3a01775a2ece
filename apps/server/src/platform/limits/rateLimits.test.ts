import { calls, type Path } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressKey, liveLimits, memoryRateLimiter, practiceLimits } from './rateLimits.ts'

it('allows a burst, then the rate', () => {
  const limiter = memoryRateLimiter()
  const rate = { perSecond: 2, burst: 3 }
  expect([1, 2, 3].map(() => limiter.take('a', rate, 0))).toEqual([0, 0, 0])
  expect(limiter.take('a', rate, 0)).toBe(1)
  expect(limiter.take('b', rate, 0)).toBe(0)
  expect([limiter.take('a', rate, 499), limiter.take('a', rate, 500), limiter.take('a', rate, 501)]).toEqual([
    1, 0, 1,
  ])
})

it('never allows more than burst and rate, and returns a sufficient wait', () => {
  const rate = { perSecond: 5, burst: 4 }
  fc.assert(
    fc.property(fc.array(fc.nat(700), { maxLength: 80 }), (gaps) => {
      const limiter = memoryRateLimiter()
      let now = 0
      let passed = 0
      for (const gap of gaps) {
        now += gap
        const wait = limiter.take('a', rate, now)
        if (wait === 0) passed += 1
        else expect(limiter.take('a', rate, now + wait * 1000)).toBe(0)
        if (wait > 0) return
      }
      expect(passed).toBeLessThanOrEqual(rate.burst + (now / 1000) * rate.perSecond)
    }),
  )
})

it('tolerates a clock that goes back', () => {
  const limiter = memoryRateLimiter()
  const rate = { perSecond: 1, burst: 1 }
  expect(limiter.take('a', rate, 10_000)).toBe(0)
  expect(limiter.take('a', rate, 0)).toBe(1)
  expect(limiter.take('a', rate, 500)).toBe(1)
})

it('does not grow with the number of addresses', () => {
  const limiter = memoryRateLimiter()
  for (let i = 0; i < 120_000; i += 1) limiter.take(`address ${i}`, practiceLimits.address, 0)
  expect(limiter.size()).toBeLessThanOrEqual(50_001)
  for (let i = 0; i < 60_000; i += 1) limiter.take(`later ${i}`, practiceLimits.address, 60_000)
  expect(limiter.size()).toBeLessThanOrEqual(50_001)
})

it('has the documented limits of practice mode and live mode', () => {
  for (const limits of [practiceLimits, liveLimits]) {
    expect(limits.read.perSecond).toBeGreaterThanOrEqual(100)
    expect(limits.write.perSecond).toBeGreaterThanOrEqual(50)
  }
  for (const path of ['/api/user/sendVerifyCode', '/api/user/register'] as const)
    expect(practiceLimits.calls[path]?.address?.count).toBeGreaterThanOrEqual(200)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('counts %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

it('in live mode each call of a customer that changes something has an hourly limit, except orders and what pages do by themselves', () => {
  const unlimited = (Object.entries(calls) as [Path, CallSpec][])
    .filter(([, { audience, changes }]) => audience === 'user' && changes === true)
    .flatMap(([path]) => (liveLimits.calls[path]?.account === undefined ? [path] : []))
  expect(unlimited.toSorted()).toEqual([
    '/api/common/wsTicket',
    '/api/contract/amendContract',
    '/api/contract/buyContract',
    '/api/contract/cheDanContract',
    '/api/contract/closingOrder',
    '/api/contract/pingcangContract',
    '/api/contract/zhiyingzhisunContract',
    '/api/option/placeOrder',
    '/api/user/saveDrawings',
  ])
})

it('in live mode each call that takes a password or a code has a limit of at most 120 an hour', () => {
  const limits = Object.entries(calls as Readonly<Record<string, CallSpec>>)
    .filter(([, { request, audience }]) => {
      const fields = 'shape' in request ? Object.keys(request.shape as object) : []
      return (
        audience !== 'practice' && ['pwd', 'withdrawpsd', 'verifycode'].some((name) => fields.includes(name))
      )
    })
    .map(([path]) => {
      const { account, address } = liveLimits.calls[path as Path] ?? {}
      return [
        path,
        Math.min(account?.count ?? Number.POSITIVE_INFINITY, address?.count ?? Number.POSITIVE_INFINITY),
      ]
    })
  expect(limits.length).toBeGreaterThan(10)
  expect(limits.filter(([, count]) => Number(count) > 120)).toEqual([])
})
