import { formatUsdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { dueDays } from './dueDays.ts'

it('the calendar adds products up by day and subtracts interest, not principal, from the reserves', () => {
  const book = [
    { reserve: '10', due: [{ daily: '20270111', interest: '4', principal: '100' }] },
    {
      reserve: '5',
      due: [
        { daily: '20270110', interest: '1', principal: '0' },
        { daily: '20270111', interest: '2', principal: '50' },
      ],
    },
  ]
  const rows = dueDays(book).map(({ daily, interest, principal, left }) => [
    daily,
    ...[interest, principal, left].map(formatUsdt),
  ])
  expect(rows).toEqual([
    ['20270110', '1', '0', '14'],
    ['20270111', '6', '150', '8'],
  ])
})
