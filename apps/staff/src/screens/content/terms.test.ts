import { expect, it } from 'vitest'
import { checkText, countryName, termsText } from './terms.ts'

it('describes the reward of a record of figures', () => {
  expect(termsText('task', { id: '4', money: '20' })).toBe('Task 4: 20.00 USDT')
  expect(termsText('signinRule', { part: 'total', times: '30', money: '5' })).toBe(
    '30 sign-ins: 5.00 USDT, once',
  )
  const tier = {
    part: 'rule',
    minAssets: '0',
    maxAssets: '1000',
    money: '0.1',
    streakMoney: '0.2',
    times: '7',
  }
  expect(termsText('signinRule', tier)).toBe(
    'Assets from 0.00 USDT to below 1,000.00 USDT: 0.10 USDT a day, 0.20 USDT from 7 days in a row on',
  )
  expect(termsText('signinRule', { part: 'rule', minAssets: '5' })).toContain('to below ?')
  expect(termsText('country', { countryCode: 'DE', dialCode: '49' })).toBe('+49')
  expect(termsText('news', {})).toBe('')
})

it('describes the check of a task and returns no text for an unknown task', () => {
  expect(checkText('1')).toContain('read')
  expect(checkText('3')).toBe(checkText('2'))
  expect(checkText('6')).toBe('')
})

it('returns the standard name of a country', () => {
  expect([countryName('DE', 'en'), countryName('DE', 'zh_TW'), countryName('D', 'en')]).toEqual([
    'Germany',
    '德國',
    '',
  ])
})
