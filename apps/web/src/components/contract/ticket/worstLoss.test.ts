import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { createFormatters } from '../../formatters.ts'
import { formatWorstLoss } from './worstLoss.ts'

const figures = createFormatters('en')
const balance = usdt('2498.68049')

it('shows the loss of the whole wallet with the digits of its balance', () => {
  expect(figures.own(balance)).toBe('2,498.6804')
  expect(formatWorstLoss(figures, balance, balance)).toBe('−2,498.6804')
})

it('shows any other loss as losses are shown, and nothing to lose without a sign', () => {
  expect(formatWorstLoss(figures, usdt('659.52601'), balance)).toBe(figures.own(-usdt('659.52601')))
  expect(formatWorstLoss(figures, usdt('0'), usdt('0'))).toBe('0.0000')
  expect(formatWorstLoss(figures, balance, null)).toBe(figures.own(-balance))
})
