import { describe, expect, it } from 'vitest'
import { type Price, usdt } from '../money/units.ts'
import { endReasonOf, type RunStanding, whyNoSignal } from './run.ts'

const going: RunStanding = {
  done: 1,
  times: 3,
  profit: usdt('-3'),
  fees: usdt('1'),
  maxLoss: usdt('5'),
  closing: null,
  isActive: true,
  isSwitchedOn: true,
  untilMs: 100,
}

describe('a run without an open trade', () => {
  it('goes on while nothing ends it', () => expect(endReasonOf(going, 99)).toBeNull())
  it.each([
    ['stopped', { closing: 'stopped', done: 3 }],
    ['times', { done: 3, isActive: false }],
    ['maxLoss', { fees: usdt('2') }],
    ['maxLoss', { closing: 'maxLoss' }],
    ['expired', { isActive: false, isSwitchedOn: false }],
    ['staff', { isSwitchedOn: false, untilMs: 0 }],
    ['timeUp', { untilMs: 99 }],
  ] as const)('ends for %s', (reason, change) => {
    expect(endReasonOf({ ...going, ...change }, 99)).toBe(reason)
  })
})

it('says which condition holds where there is no signal', () => {
  const values = { s7: 71n, s30: 300n, c: 10n as Price, c15: 10n as Price, a: 1n as Price }
  expect(whyNoSignal(values)).toBe('meansUp')
  expect(whyNoSignal({ ...values, s7: 69n })).toBe('meansDown')
  expect(whyNoSignal({ ...values, s7: 70n })).toBe('equal')
  expect(whyNoSignal({ ...values, c: 11n as Price })).toBeNull()
})
