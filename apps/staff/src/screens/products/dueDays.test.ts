import { dayStart } from '@glasshouse/core/calendar/days'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { dueDays } from './dueDays.ts'

const due = (day: string, interest: string, principal: string) => ({
  startMs: dayStart(day) ?? 0,
  interest: usdt(interest),
  principal: usdt(principal),
})

it('the calendar adds products up by day and subtracts interest, not principal, from the reserves', () => {
  const book = [
    { reserve: usdt('10'), due: [due('20270111', '4', '100')] },
    { reserve: usdt('5'), due: [due('20270110', '1', '0'), due('20270111', '2', '50')] },
  ]
  const rows = dueDays(book).map(({ startMs, interest, principal, left }) => [
    startMs,
    ...[interest, principal, left].map(formatUsdt),
  ])
  expect(rows).toEqual([
    [dayStart('20270110'), '1', '0', '14'],
    [dayStart('20270111'), '6', '150', '8'],
  ])
})
