import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arePlaceholdersKnown, fillPlaceholders, metricNames, placeholdersIn } from './placeholders.ts'
import { settingKeys, settingSpecs } from './settings.ts'

describe('placeholders of a text', () => {
  it('name figures and public settings, and no secret or unknown ones', () => {
    for (const name of metricNames) expect(arePlaceholdersKnown(`A {metric:${name}} b`)).toBe(true)
    for (const key of settingKeys)
      expect(arePlaceholdersKnown(`{setting:${key}}`), key).toBe(settingSpecs[key].isPublic)
    for (const text of [
      '{metric:users}',
      '{metric:}',
      '{setting:constructor}',
      '{METRIC:profit}',
      '{ setting : x }',
    ])
      expect(arePlaceholdersKnown(text), text).toBe(false)
    expect(arePlaceholdersKnown('{other:x} {} {metric}')).toBe(true)
  })
  it('are replaced each, and nothing else of the text is changed', () => {
    const filled = fillPlaceholders(
      '{setting:cash_min}, {metric:since}, {metric:none}',
      ({ kind, name }) => `${kind} ${name}`,
    )
    expect(filled).toBe('setting cash_min, metric since, —')
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('{metric:since}', '{', '}'))), (parts) => {
        const text = parts.join('')
        const count = placeholdersIn(text).length
        const marked = fillPlaceholders(text, () => '\u0000')
        expect(marked.split('\u0000').length - 1).toBeGreaterThanOrEqual(count)
        if (count === 0 && arePlaceholdersKnown(text)) expect(marked).toBe(text)
      }),
    )
  })
})
