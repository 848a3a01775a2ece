import { expect, it } from 'vitest'
import { articleIn, pageIn } from './pageIn.ts'

it('parses a page number and falls back to the first page', () => {
  expect(pageIn('1')).toBe(1)
  expect(pageIn('12')).toBe(12)
  for (const text of [null, '', '0', '-1', '1.5', '01', '1e3', '99999999', 'x']) expect(pageIn(text)).toBe(1)
})

it('parses an article id and rejects other texts', () => {
  expect(articleIn('7')).toBe(7)
  expect(articleIn('999999999999999')).toBe(999_999_999_999_999)
  for (const text of [null, '', '0', '-7', '7.0', '9999999999999999', '../7', '７'])
    expect(articleIn(text)).toBeNull()
})
