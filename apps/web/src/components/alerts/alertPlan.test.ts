import { maxAlerts } from '@glasshouse/core/alerts/rules'
import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { type AlertForm, planAlert } from './alertPlan.ts'

const prices = { last: price('60000'), open: price('59000') }
const plan = (form: AlertForm, typed: string, count = 0) => planAlert(form, typed, prices, count)

it('is above or below the last price, and names what is missing', () => {
  const at = (side: 'above' | 'below', text: string) => ({
    problem: null,
    alert: { side, measure: 'price', level: price(text) },
  })
  expect(plan('price', '60000.5')).toEqual(at('above', '60000.5'))
  expect(plan('price', '59999', 19)).toEqual(at('below', '59999'))
  expect(plan('price', '60000')).toEqual({ problem: 'reached' })
  expect(plan('price', '')).toEqual({ problem: 'enter' })
  expect(plan('price', '0')).toEqual({ problem: 'wrong' })
  expect(plan('price', '1.1234567891')).toEqual({ problem: 'wrong' })
  expect(plan('price', '1', maxAlerts)).toEqual({ problem: 'full' })
})

it('is a rise or a fall against the price of 24 hours before', () => {
  const at = (side: 'above' | 'below', level: bigint) => ({
    problem: null,
    alert: { side, measure: 'change', level },
  })
  expect(plan('rise', '5.25')).toEqual(at('above', 525n))
  expect(plan('fall', '5')).toEqual(at('below', -500n))
  expect(plan('rise', '1.69')).toEqual({ problem: 'reached' })
  expect(plan('fall', '100')).toEqual({ problem: 'wrong' })
  expect(plan('rise', '0.001')).toEqual({ problem: 'wrong' })
  expect(planAlert('rise', '5', { ...prices, open: null }, 0)).toEqual({ problem: 'unknown' })
})
