import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerIssue,
  appealIssue,
  canonicalText,
  dailyLimitOf,
  kindsCountedWith,
  maskAuthor,
  maxTextBodyBytes,
  maxTextLength,
  readText,
  textKinds,
  textStates,
} from './rules.ts'

describe('readText', () => {
  it('trims the ends, keeps the inside and counts characters', () => {
    expect(readText(' \n two\r\n\r\nlines\tand a tab \u3000', 100)).toBe('two\n\nlines\tand a tab')
    expect(readText('😀'.repeat(maxTextLength), maxTextLength)).toBe('😀'.repeat(maxTextLength))
    expect(readText('😀'.repeat(maxTextLength + 1), maxTextLength)).toBeNull()
    expect(readText(` ${'x'.repeat(maxTextLength)} `, maxTextLength)).toHaveLength(maxTextLength)
    expect(readText('x'.repeat(maxTextLength + 1), maxTextLength)).toBeNull()
  })
  it.each(['', ' \n\t', '\u200B\u2060', '\u3164 \uFE0F', '\u00AD', '\u2800'])(
    'refuses %j, which shows nothing',
    (text) => {
      expect(readText(text, 100)).toBeNull()
    },
  )
  it.each(['a\u0007b', 'a\u0000b', 'a\uD800b', 'a\u009Bb', 'a\u007Fb'])('refuses %j', (text) => {
    expect(readText(text, 100)).toBeNull()
  })
  it('returns a text that it returns again, within the limit of the body', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 1, max: 200 }),
        (raw, max) => {
          const text = readText(raw, max)
          if (text === null) return
          expect(readText(text, max)).toBe(text)
          expect([...text].length).toBeLessThanOrEqual(max)
          expect(encodeURIComponent(text).length).toBeLessThanOrEqual([...text].length * 12)
        },
      ),
    )
    expect(maxTextBodyBytes).toBeGreaterThan(12 * maxTextLength)
  })
})

describe('canonicalText', () => {
  it('is the same for texts that look alike', () => {
    const forms = ['Buy now', 'buy  NOW', 'Ｂｕｙ ｎｏｗ', 'b\u200Buy n\u00ADow', ' buy\nnow ']
    expect(new Set(forms.map(canonicalText)).size).toBe(1)
    expect(canonicalText('Buy now!')).not.toBe(canonicalText('Buy now'))
  })
})

describe('maskAuthor', () => {
  it('shows two digits at each end and hides the length', () => {
    expect(maskAuthor('13712345689')).toBe('13*****89')
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6,15}$/), (phone) => {
        expect(maskAuthor(phone)).toMatch(/^\d\d\*{5}\d\d$/)
      }),
    )
  })
})

describe('limits and standing', () => {
  it('lets comments and replies share a limit', () => {
    const limits = { speeches: 10, comments: 100 }
    expect(textKinds.map((kind) => dailyLimitOf(kind, limits))).toEqual([10, 100, 100])
    expect(kindsCountedWith('reply')).toEqual(kindsCountedWith('comment'))
  })
  it('lets only published texts that are still there be answered or liked', () => {
    const open = textStates.filter((state) => answerIssue({ state, isRemoved: false }) === null)
    expect(open).toEqual(['approved'])
    expect(answerIssue({ state: 'approved', isRemoved: true })).toBe('removed')
  })
  it('allows one appeal, of a rejected text that is still there', () => {
    const may = textStates.filter((state) => appealIssue({ state, isRemoved: false }, false) === null)
    expect(may).toEqual(['rejected'])
    expect(appealIssue({ state: 'rejected', isRemoved: false }, true)).toBe('once')
    expect(appealIssue({ state: 'rejected', isRemoved: true }, false)).toBe('removed')
  })
})
