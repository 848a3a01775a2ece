import { maxAlerts } from '@glasshouse/core/alerts/rules'
import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { planAlert } from './alertPlan.ts'

it('is above or below the last price, and names what is missing', () => {
  const last = price('60000')
  expect(planAlert('60000.5', last, 0)).toEqual({ problem: null, side: 'above', price: price('60000.5') })
  expect(planAlert('59999', last, 19)).toEqual({ problem: null, side: 'below', price: price('59999') })
  expect(planAlert('60000', last, 0)).toEqual({ problem: 'reached' })
  expect(planAlert('', last, 0)).toEqual({ problem: 'enter' })
  expect(planAlert('0', last, 0)).toEqual({ problem: 'wrong' })
  expect(planAlert('1.1234567891', last, 0)).toEqual({ problem: 'wrong' })
  expect(planAlert('1', last, maxAlerts)).toEqual({ problem: 'full' })
})
