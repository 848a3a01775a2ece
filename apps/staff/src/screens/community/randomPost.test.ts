import fc from 'fast-check'
import { expect, it } from 'vitest'
import { places, readDraft } from './post.ts'

it('a text is sent exactly where it is readable and stands under what it answers', () => {
  const parent = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom('', '0', '1', ' 12 ', '-1', '9'.repeat(15), '9'.repeat(16)),
  )
  const content = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('', ' ', '\n\n', '\u200b', 'Hello\r\nyou', 'x'.repeat(100_001)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), parent, content, (place, number, text) => {
      const found = readDraft({ place: place.value, parent: number, content: text })
      const isUnder = place.parent === null || /^[1-9]\d{0,14}$/.test(number.trim())
      if ('problem' in found) {
        expect(found.problem).toMatch(/^[A-Z].+\.$/)
        if (!isUnder) expect(found.problem).toContain(`number of the ${place.parent}`)
        return
      }
      expect(isUnder).toBe(true)
      expect(found.command.kind).toBe(place.value)
      expect(found.command.parentId).toBe(place.parent === null ? undefined : Number(number.trim()))
      // Line ends become line feeds and the ends are trimmed; nothing else is changed.
      expect(found.command.content).toBe(text.replace(/\r\n?/g, '\n').trim())
      expect(found.command.content).not.toBe('')
    }),
    { numRuns: 300 },
  )
})

it('the longest text is of 100,000 characters', () => {
  const of = (length: number) => readDraft({ place: 'speech', parent: '', content: 'x'.repeat(length) })
  expect([Object.keys(of(100_000)), Object.keys(of(100_001))]).toEqual([['command'], ['problem']])
})
