import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  isCancellable,
  isFundsHeld,
  isHoldRunning,
  methodNames,
  nextActor,
  parseWholeUsdt,
  pendingReasonFor,
  readProof,
  remainingDailyCap,
  requiredApprovals,
  withdrawalCooldown,
  withdrawalDeadlineMs,
  withdrawalFee,
  withdrawalLimits,
  withdrawalPauseMs,
  withdrawalStates,
} from './rules.ts'

const amounts = fc.bigInt({ min: 0n, max: 10n ** 23n }).map((units) => units as Usdt)
const instants = fc.integer({ min: 0, max: 4_000_000_000_000 })

describe('the amount', () => {
  it('is whole USDT in plain digits', () => {
    expect(parseWholeUsdt('100')).toBe(usdt('100'))
    expect(parseWholeUsdt('0')).toBe(0n)
    expect(parseWholeUsdt('007')).toBe(usdt('7'))
    for (const bad of [
      '',
      '100.0',
      '200.5',
      '1e3',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '１',
      '٣',
      '1234567890123456',
      '0x1',
    ])
      expect(parseWholeUsdt(bad), bad).toBeNull()
  })

  it('has a fee of 5 %, rounded up, that never exceeds it', () => {
    expect(withdrawalFee(usdt('2000'), false)).toBe(usdt('100'))
    expect(withdrawalFee(usdt('0.00000001'), false)).toBe(1n)
    expect(withdrawalFee(usdt('2000'), true)).toBe(0n)
    fc.assert(
      fc.property(amounts, (amount) => {
        const fee = withdrawalFee(amount, false)
        expect(fee * 20n).toBeGreaterThanOrEqual(amount)
        expect((fee - 1n) * 20n).toBeLessThan(amount === 0n ? 1n : amount)
        expect(fee).toBeLessThanOrEqual(amount)
      }),
    )
  })

  it('requires two managers above the threshold', () => {
    expect(requiredApprovals(usdt('5000'), usdt('5000'))).toBe(1)
    expect(requiredApprovals((usdt('5000') + 1n) as Usdt, usdt('5000'))).toBe(2)
  })

  it('has a minimum and a maximum by method', () => {
    const limits = { bankMin: usdt('50'), digitalMin: usdt('20'), max: usdt('1000') }
    expect(withdrawalLimits('bank', limits)).toEqual({ min: usdt('50'), max: usdt('1000') })
    for (const method of ['1001', '1002'] as const)
      expect(withdrawalLimits(method, limits)).toEqual({ min: usdt('20'), max: usdt('1000') })
  })

  it('has a daily cap without a wealth product, never below zero', () => {
    expect(remainingDailyCap(usdt('10000'), usdt('4000'), false)).toBe(usdt('6000'))
    expect(remainingDailyCap(usdt('10000'), usdt('4000'), true)).toBeNull()
    fc.assert(
      fc.property(amounts, amounts, (cap, today) => {
        const remaining = remainingDailyCap(cap, today, false) ?? -1n
        expect(remaining).toBe(today > cap ? 0n : cap - today)
      }),
    )
  })
})

describe('a pause', () => {
  const old = { destinationMs: null, passwordMs: null, registeredMs: 0, accountPause: null }
  const pauseFrom = (ms: number) => ({ reason: 'changed_password' as const, untilMs: ms + withdrawalPauseMs })
  const now = 10 * withdrawalPauseMs

  it('follows a new address, a changed password and a new account for 24 h', () => {
    expect(withdrawalCooldown(old, now)).toBeNull()
    for (const [change, reason] of [
      [{ destinationMs: now }, 'new_address'],
      [{ accountPause: pauseFrom(now) }, 'changed_password'],
      [{ registeredMs: now }, 'new_account'],
    ] as const) {
      const changes = { ...old, ...change }
      expect(withdrawalCooldown(changes, now)).toEqual({ reason, untilMs: now + withdrawalPauseMs })
      expect(withdrawalCooldown(changes, now + withdrawalPauseMs - 1)?.reason).toBe(reason)
      expect(withdrawalCooldown(changes, now + withdrawalPauseMs)).toBeNull()
    }
  })

  it('is none of what never was, however early it is asked', () => {
    const never = { ...old, registeredMs: -withdrawalPauseMs }
    expect(withdrawalCooldown(never, 0)).toBeNull()
    expect(withdrawalCooldown(never, withdrawalPauseMs - 1)).toBeNull()
  })

  it('names the address first, then the password, of several that end together', () => {
    const accountPause = pauseFrom(now)
    const all = { ...old, destinationMs: now, registeredMs: now, accountPause }
    expect(withdrawalCooldown(all, now)?.reason).toBe('new_address')
    expect(withdrawalCooldown({ ...all, destinationMs: null }, now)?.reason).toBe('changed_password')
  })

  it('lasts a day, as long as a withdrawal may be pending', () => {
    expect([withdrawalPauseMs, withdrawalDeadlineMs]).toEqual([86_400_000, 86_400_000])
  })

  it('names the reason that ends last and ends with it', () => {
    fc.assert(
      fc.property(instants, instants, instants, instants, (a, b, c, nowMs) => {
        const pause = withdrawalCooldown(
          { ...old, destinationMs: a, accountPause: pauseFrom(b), registeredMs: c },
          nowMs,
        )
        const end = Math.max(a, b, c) + withdrawalPauseMs
        expect(pause?.untilMs ?? null).toBe(end > nowMs ? end : null)
      }),
    )
  })

  it('becomes the review reason of a bank withdrawal, except for a new account alone', () => {
    expect(pendingReasonFor({ ...old, destinationMs: now }, now)).toBe('new_address')
    expect(pendingReasonFor({ ...old, passwordMs: now }, now)).toBe('changed_password')
    expect(pendingReasonFor({ destinationMs: now, passwordMs: now }, now)).toBe('new_address')
    expect(pendingReasonFor({ ...old, passwordMs: now - withdrawalPauseMs }, now)).toBe('amount_review')
    expect(pendingReasonFor(old, now)).toBe('amount_review')
  })
})

describe('a state', () => {
  it('has a next actor and holds the funds until it is final', () => {
    expect(withdrawalStates.map((state) => nextActor(state, 0))).toEqual([
      'firstManager',
      'operator',
      'operator',
      null,
      null,
      null,
    ])
    expect(nextActor('waiting', 1)).toBe('secondManager')
    expect(withdrawalStates.filter(isFundsHeld)).toEqual(['waiting', 'approved', 'sending'])
    expect(withdrawalStates.filter(isCancellable)).toEqual(['waiting', 'approved'])
  })
})

it('accepts the proof of each method in its only form', () => {
  const hash = 'Ab'.repeat(32)
  expect(readProof('1001', ` 0x${hash} `)).toBe(`0x${hash.toLowerCase()}`)
  expect(readProof('1001', hash)).toBeNull()
  expect(readProof('1002', hash)).toBe(hash.toLowerCase())
  expect(readProof('bank', ' ref-2026/118 ')).toBe('REF-2026/118')
  for (const bad of ['', 'abc', '=cmd()', 'a b c d', 'x'.repeat(65)])
    expect(readProof('bank', bad)).toBeNull()
})

it('has a name for every method', () => {
  expect(methodNames).toEqual({ bank: 'Bank account', '1001': 'ERC20', '1002': 'TRC20' })
})

it('a legal hold stands up to its end, the end excluded, and no longer once it was ended', () => {
  const at = (nowMs: number, endedMs: number | null = null) => isHoldRunning({ untilMs: 10, endedMs }, nowMs)
  expect([at(0), at(9), at(10), at(11)]).toEqual([true, true, false, false])
  expect([at(0, 5), at(9, 9)]).toEqual([false, false])
})
