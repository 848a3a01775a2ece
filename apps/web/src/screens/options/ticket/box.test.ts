import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { type BoxQuestion, optionLimits, optionTicketView, presets, stepped } from './box.ts'

const stakes = { min: usdt('10'), max: usdt('5000'), step: usdt('10') }
const input: BoxQuestion = {
  stakeText: '100',
  choice: { seconds: 180, percent: 80 },
  stakes,
  free: usdt('6240.5'),
  openCount: 3,
  hasPrice: true,
}
const problem = (part: Partial<BoxQuestion>) => optionTicketView({ ...input, ...part }).problem

it('computes payout, break-even and expected loss of a stake', () => {
  expect(optionTicketView(input)).toEqual({
    outcome: {
      stake: usdt('100'),
      percent: 80,
      win: usdt('80'),
      back: usdt('180'),
      breakEven: 5556n,
      expectedLoss: usdt('10'),
    },
    problem: null,
  })
})

it('returns why an option cannot be bought, with an accepted stake', () => {
  expect(problem({ stakeText: '14' })).toMatchObject({ kind: 'limits', nearest: usdt('10') })
  expect(problem({ stakeText: '9000' })).toMatchObject({ kind: 'limits', nearest: usdt('5000') })
  expect(problem({ stakeText: '' })).toEqual({ kind: 'empty' })
  expect(problem({ stakeText: 'ten' })).toEqual({ kind: 'wrong' })
  expect(problem({ free: usdt('99.99') })).toEqual({
    kind: 'balanceLow',
    free: usdt('99.99'),
    nearest: usdt('90'),
  })
  expect(problem({ free: usdt('9.99') })).toMatchObject({ kind: 'balanceLow', nearest: null })
  expect(problem({ stakeText: '9000', free: usdt('95') })).toMatchObject({ nearest: usdt('90') })
  expect(problem({ openCount: 10 })).toEqual({ kind: 'tooMany' })
  expect(problem({ hasPrice: false })).toEqual({ kind: 'noPrice' })
  expect(problem({ choice: null })).toEqual({ kind: 'noOffer' })
  expect(problem({ stakes: null })).toEqual({ kind: 'noOffer' })
})

it('ignores the unknown balance of a visitor', () => {
  expect(problem({ free: null, openCount: null })).toBeNull()
})

it('is null unless all settings are present', () => {
  const keys = {
    order_min_price: '10',
    order_max_price: '5000',
    order_inter_price: '10',
  }
  expect(optionLimits(keys)).toEqual({ stakes })
  expect(optionLimits({ ...keys, order_inter_price: undefined as unknown as string })).toBeNull()
  expect(optionLimits(undefined)).toBeNull()
})

it('suggests only accepted stakes', () => {
  expect(presets(stakes)).toEqual([10, 50, 100, 200, 500].map((whole) => usdt(String(whole))))
  expect(presets({ min: usdt('15'), max: usdt('100'), step: usdt('10') })).toEqual([usdt('20'), usdt('100')])
})

it('steps from stake to stake within the limits', () => {
  expect(stepped('100', stakes, 1n)).toBe(usdt('110'))
  expect(stepped('100', stakes, -1n)).toBe(usdt('90'))
  expect(stepped('104', stakes, 1n)).toBe(usdt('110'))
  expect(stepped('104', stakes, -1n)).toBe(usdt('100'))
  expect(stepped('10', stakes, -1n)).toBe(usdt('10'))
  expect(stepped('5000', stakes, 1n)).toBe(usdt('5000'))
  expect(stepped('', stakes, 1n)).toBe(usdt('10'))
})
