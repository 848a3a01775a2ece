import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { createFormatters } from '../../components/formatters.ts'
import { curveDay } from './curveDay.ts'

it('shows fees of a day that are the sum of those of its closed trades and open positions', () => {
  const closed = usdt('3.27722737')
  const opening = [usdt('0.03286312'), usdt('0.49452365'), usdt('0.99007395')]
  const fees = opening.reduce((sum, fee) => sum + fee, closed as bigint)
  const day = { startMs: Date.UTC(2026, 10, 29), result: -usdt('7.90686809'), fees: -fees }
  expect(curveDay(createFormatters('en'), day, day.result)).toEqual({
    day: '29 Nov',
    sum: '−7.90686809',
    change: '−7.90686809',
    fees: '4.79468809',
  })
})
