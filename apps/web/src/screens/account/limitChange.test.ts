import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitChangeFor, limitRemoval, pauseChangeFor, pauseDays } from './limitChange.ts'

const midnight = Date.parse('2026-11-21T23:00:00Z')
const view: LimitsView = {
  dailyLoss: '100',
  deposit: null,
  pauseUntil: null,
  pending: [],
  resultToday: '0',
  depositedToday: '0',
  until: midnight,
}

describe('wishFor', () => {
  it('tightens at once and loosens later', () => {
    expect(limitChangeFor(view, 'dailyLoss', '99.99')).toMatchObject({ counts: 'now', obstacle: null })
    expect(limitChangeFor(view, 'dailyLoss', '100.01')).toMatchObject({ counts: 'later', obstacle: null })
  })
  it('sets a first limit at once', () => {
    expect(limitChangeFor(view, 'deposit', '500')).toEqual({
      wanted: usdt('500'),
      obstacle: null,
      counts: 'now',
      request: { deposit: '500' },
    })
  })
  it('sends nothing for nothing, for nonsense and for what stands', () => {
    expect(limitChangeFor(view, 'dailyLoss', '').obstacle).toBe('enter')
    expect(limitChangeFor(view, 'dailyLoss', '1e3').obstacle).toBe('wrong')
    expect(limitChangeFor(view, 'dailyLoss', '100.00')).toMatchObject({ obstacle: 'same', request: null })
  })
  it('says for any two amounts that only the lower one counts at once', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(cents, cents, (now, wanted) => {
        const text = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
        const { counts, request } = limitChangeFor(
          { ...view, dailyLoss: text(now) },
          'dailyLoss',
          text(wanted),
        )
        expect(counts).toBe(wanted === now ? null : wanted < now ? 'now' : 'later')
        expect(request === null).toBe(wanted === now)
      }),
    )
  })
})

describe('removal', () => {
  it('takes a limit away later, by an empty text', () => {
    expect(limitRemoval(view, 'dailyLoss')).toMatchObject({ counts: 'later', request: { dailyLoss: '' } })
  })
  it('has nothing to take where there is none', () => {
    expect(limitRemoval(view, 'deposit')).toMatchObject({ obstacle: 'same', request: null })
  })
})

describe('pauseFor', () => {
  it('ends at midnight, after the rest of the day and so many whole days', () => {
    expect(pauseDays.map((days) => pauseChangeFor(view, days).until - midnight)).toEqual(
      pauseDays.map((days) => days * 86_400_000),
    )
  })
  it('begins at once, also when it makes one longer', () => {
    expect(pauseChangeFor(view, 0).counts).toBe('now')
    expect(pauseChangeFor({ ...view, pauseUntil: midnight }, 7).counts).toBe('now')
  })
  it('becomes shorter only later', () => {
    const paused = { ...view, pauseUntil: midnight + 7 * 86_400_000 }
    expect(pauseChangeFor(paused, 1)).toMatchObject({ counts: 'later', obstacle: null })
    expect(pauseChangeFor(paused, 7)).toMatchObject({ obstacle: 'same', request: null })
  })
})
