import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { areAnswersCorrect, readAnswers, riskCheckOf, riskProducts } from './riskCheck.ts'

const right = { contract: 'q1:c,q2:b,q3:b', option: 'q1:a,q2:c,q3:b', invest: 'q1:b,q2:a,q3:b' } as const

describe('the risk check', () => {
  it.each(languages)('is complete and different in %s', (lang) => {
    for (const product of riskProducts) {
      const check = riskCheckOf(product, lang)
      const english = riskCheckOf(product, 'en')
      expect(check.notice.length).toBeGreaterThan(60)
      expect(check.questions.map(({ id, options }) => [id, options.map((option) => option.id)])).toEqual(
        english.questions.map(({ id, options }) => [id, options.map((option) => option.id)]),
      )
      const sentences = [
        check.notice,
        ...check.questions.flatMap(({ text, options }) => [text, ...options.map((option) => option.text)]),
      ]
      expect(new Set(sentences).size).toBe(sentences.length)
      if (lang !== 'en') expect(sentences).not.toContain(english.notice)
      expect(sentences.every((sentence) => sentence.trim() === sentence && sentence !== '')).toBe(true)
    }
  })
  it('never sends the right answers to pages', () => {
    expect(Object.keys(riskCheckOf('contract', 'en').questions[0] ?? {})).toEqual(['id', 'text', 'options'])
  })
})

describe('answers', () => {
  it('pass only if all of them are right', () => {
    for (const product of riskProducts) {
      const { questions } = riskCheckOf(product, 'en')
      const answers = fc.tuple(
        ...questions.map(({ options }) => fc.constantFrom(...options.map(({ id }) => id))),
      )
      fc.assert(
        fc.property(answers, (chosen) => {
          const raw = chosen.map((id, place) => `q${place + 1}:${id}`).join(',')
          const read = readAnswers(product, raw)
          if (read === null) throw new Error(`${raw} was not read`)
          expect(areAnswersCorrect(product, read)).toBe(raw === right[product])
        }),
      )
    }
  })
  it('are accepted in any order', () => {
    const read = readAnswers('contract', 'q3:b,q1:c,q2:b')
    expect(read !== null && areAnswersCorrect('contract', read)).toBe(true)
  })
  it.each([
    '',
    'q1:c',
    'q1:c,q2:b',
    'q1:c,q2:b,q3:b,q4:a',
    'q1:c,q1:c,q2:b',
    'q1:z,q2:b,q3:b',
    'q1:c:b,q2:b,q3:b',
    'q1:c;q2:b;q3:b',
    'q1:text,q2:b,q3:b',
  ])('rejects %j', (raw) => {
    expect(readAnswers('contract', raw)).toBeNull()
  })
})
