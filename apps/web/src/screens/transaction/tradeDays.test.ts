import { dayStart } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFormatters } from '../../components/formatters.ts'
import { dayPnl, fieldDay, monthOf, noFilters, onlyDay, requestOf, weekColumn } from './tradeDays.ts'

const june = Date.UTC(2026, 5, 16)

it('months follow each other without a gap, across years and leap days', () => {
  expect(monthOf(june, 0)).toMatchObject({ first: '20260601', last: '20260630' })
  expect(monthOf(june, -6)).toMatchObject({ first: '20251201', last: '20251231' })
  expect(monthOf(Date.UTC(2028, 1, 3), 0).last).toBe('20280229')
  fc.assert(
    fc.property(fc.integer({ min: -60, max: 60 }), (shift) => {
      const [one, next] = [monthOf(june, shift), monthOf(june, shift + 1)]
      expect((dayStart(next.first) ?? 0) - (dayStart(one.last) ?? 0)).toBe(86_400_000)
      expect(one.days.map(weekColumn).slice(1)).toEqual(
        one.days.map((day) => (weekColumn(day) + 1) % 7).slice(0, -1),
      )
    }),
  )
})

it('knows the column of a weekday: 16 June 2026 is a Tuesday', () => {
  expect(weekColumn('20260616')).toBe(1)
})

it('sends only the filters that are set', () => {
  const pidOf = (symbol: string) => (symbol === 'BTCUSDT' ? 1 : undefined)
  expect(requestOf(noFilters, pidOf)).toEqual({})
  const day = fieldDay('20260616')
  const filters = { ...noFilters, symbol: 'BTCUSDT', result: 'won', from: day, to: day } as const
  expect(requestOf(filters, pidOf)).toEqual({ pid: 1, result: 'won', from: '20260616', to: '20260616' })
  expect([onlyDay(filters), onlyDay({ ...filters, to: '' }), onlyDay(noFilters)]).toEqual([
    '20260616',
    null,
    null,
  ])
})

it('the PnL of a day is cut to two decimals against the customer', () => {
  const figures = createFormatters('en')
  expect(dayPnl(figures, usdt('-46.3664'))).toBe('−46.37')
  expect(dayPnl(figures, usdt('46.3664'))).toBe('+46.36')
})
