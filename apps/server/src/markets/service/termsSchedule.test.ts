import { quantity } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { expect, it } from 'vitest'
import { createTermsSchedule, type ListedTerms } from './termsSchedule.ts'

const [bitcoin] = fixedMarkets().products()
if (bitcoin === undefined) throw new Error('no product')
const { pid, lot, leverages, feeRatePpm, expiryMinutes, payoutPercents } = bitcoin
const present = { pid, lot, leverages, feeRatePpm, expiryMinutes, payoutPercents }
const version = (n: number, fromMs: number, more: Partial<ListedTerms> = {}): ListedTerms => ({
  ...present,
  n,
  fromMs,
  ...more,
})

it('changes the terms of a product at the announced millisecond', () => {
  const schedule = createTermsSchedule()
  schedule.add([version(1, 0), version(2, 1000, { lot: quantity('0.01') })])
  expect(schedule.at(bitcoin, 999)).toBe(bitcoin)
  expect(schedule.at(bitcoin, 1000)).toEqual({ ...bitcoin, lot: quantity('0.01') })
  expect(schedule.nextAfter(0)).toBe(1000)
  expect(schedule.nextAfter(1000)).toBe(Number.POSITIVE_INFINITY)
})

it('leaves a product without listed terms as it is', () => {
  expect(createTermsSchedule().at(bitcoin, 1)).toBe(bitcoin)
})

it('lists what is announced in the order in which it begins, without what was replaced', () => {
  const schedule = createTermsSchedule()
  schedule.add([version(1, 0), version(2, 2000), version(3, 3000), version(4, 1500), version(5, 3000)])
  expect(schedule.announced(pid, 1000).map(({ n }) => n)).toEqual([4, 5])
  expect(schedule.announced(pid, 1500).map(({ n }) => n)).toEqual([5])
  expect(schedule.announced(99, 0)).toEqual([])
})

it('adds a version once', () => {
  const schedule = createTermsSchedule()
  schedule.add([version(7, 500)])
  schedule.add([version(7, 500)])
  expect(schedule.announced(pid, 0)).toHaveLength(1)
  expect(schedule.newest()).toBe(7)
})
