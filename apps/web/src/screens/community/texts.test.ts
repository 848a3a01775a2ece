import { findFlags } from '@glasshouse/core/community/flags'
import { maxTextLength } from '@glasshouse/core/community/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { durationText, flagsIn, isLong, kindsIn, lengthOf, piecesOf, textIssue } from './texts.ts'

it('divides a text into pieces that add up to it and marks what was found', () => {
  const text = 'Screens at example.com/may, ask me at ann@example.com'
  const pieces = piecesOf(text, findFlags(text))
  expect(pieces.filter(({ kind }) => kind !== null).map(({ text, kind }) => [kind, text])).toEqual([
    ['link', 'example.com/may'],
    ['email', 'ann@example.com'],
  ])
  expect(kindsIn(findFlags(text))).toEqual(['link', 'email'])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      expect(
        piecesOf(any, flagsIn(any))
          .map(({ text }) => text)
          .join(''),
      ).toBe(any)
    }),
  )
})

it('says why a text cannot be sent, counting characters as the server does', () => {
  expect(textIssue(' \u200B')).toBe('empty')
  expect(textIssue('😀'.repeat(maxTextLength))).toBeNull()
  expect(textIssue(`${'😀'.repeat(maxTextLength)}x`)).toBe('long')
  expect(lengthOf('  a😀\r\nb ')).toBe(4)
})

it('shortens long texts and names durations in their largest unit', () => {
  expect([isLong('a\nb'), isLong('a\n'.repeat(9)), isLong('x'.repeat(601))]).toEqual([false, true, true])
  expect(['1 min', '38 min', '1 hr', '2 days']).toEqual(
    [0, 38 * 60_000, 5_400_000, 2 * 86_400_000].map((ms) => durationText(ms, 'en')),
  )
})
