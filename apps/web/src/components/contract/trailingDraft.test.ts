import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { readTrailing, trailingToSend } from './trailingDraft.ts'

const read = (text: string, unit: 'price' | 'percent') => readTrailing(text, unit, price('100'), 2)
const percent = (hundredths: bigint) => ({ kind: 'percent', hundredths }) as const

it('reads a distance in both units and tells what the market does not accept', () => {
  expect(read('', 'price')).toEqual({ kind: 'none' })
  expect(read('0.00', 'percent')).toEqual({ kind: 'none' })
  expect(read('1.5', 'percent')).toEqual({ kind: 'distance', distance: percent(150n) })
  expect(read('5', 'price')).toEqual({ kind: 'distance', distance: { kind: 'price', by: price('5') } })
  for (const [text, unit] of [
    ['5.001', 'price'],
    ['x', 'price'],
    ['1.555', 'percent'],
  ] as const)
    expect(read(text, unit)).toEqual({ kind: 'wrong' })
  expect(read('100', 'price')).toEqual({ kind: 'range', min: '0.01', max: '99.99' })
  expect(read('51', 'percent')).toEqual({ kind: 'range', min: '0.01%', max: '50%' })
})

it('sends what is different, and an empty text to clear it', () => {
  expect(trailingToSend(read('1.5', 'percent'), null)).toEqual(percent(150n))
  expect(trailingToSend(read('5', 'price'), percent(150n))).toEqual({ kind: 'price', by: price('5') })
  expect(trailingToSend(read('1.50', 'percent'), percent(150n))).toBeUndefined()
  expect(trailingToSend(read('', 'percent'), percent(150n))).toBeNull()
  expect(trailingToSend(read('', 'price'), null)).toBeUndefined()
  expect(trailingToSend(read('51', 'percent'), percent(150n))).toBeUndefined()
})
