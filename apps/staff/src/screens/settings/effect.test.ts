import { expect, it } from 'vitest'
import { settingEffect } from './effect.ts'

it.each([
  ['loan_rate_ppm', '300', '500', 'A loan of 1,000.00 USDT costs a day: 0.30 before, 0.50 after.'],
  [
    'loan_ltv',
    '50',
    '30',
    'A customer with the full score borrows on 1,000.00 USDT of orders: 500.00 before, 300.00 after.',
  ],
  ['bonus_max', '500', '0', 'A first deposit of 1,000.00 USDT brings a bonus of: 300.00 before, 0.00 after.'],
  ['bonus_max', '500', '400.5', 'A first deposit of 1,000.00 USDT brings a bonus of: 300.00, as before.'],
  [
    'referral_rate_2',
    '10',
    '11',
    'A referrer of level 2 gets of 100.00 USDT interest: 10.00 before, 11.00 after.',
  ],
])('says by the rule what %s from %s to %s does', (key, before, after, sentence) => {
  expect(settingEffect(key, before, after)).toBe(sentence)
})

it.each([
  ['security_contact', 'a', 'b'],
  ['loan_rate_ppm', '300', ''],
  ['loan_rate_ppm', '300', '-1'],
  ['bonus_max', '500', 'much'],
  ['toString', '1', '2'],
])('says nothing of %s from %s to %s', (key, before, after) => {
  expect(settingEffect(key, before, after)).toBeNull()
})
