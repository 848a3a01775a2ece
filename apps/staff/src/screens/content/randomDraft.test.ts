import { contentKinds, kindSpecs } from '@glasshouse/core/content/records'
import { languages } from '@glasshouse/core/wire/languages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, firstIssuePath, requestOf, stateIn, withText } from './draft.ts'

const text = fc.constantFrom('', ' ', '\n', 'Sunday', 'From 2 to 3.', '日曜', '<b>x</b>')
const anyDraft: fc.Arbitrary<Draft> = fc
  .array(
    fc.tuple(fc.constantFrom(...languages), fc.constantFrom('title', 'content', 'subtitle', 'unknown'), text),
    {
      maxLength: 10,
    },
  )
  .map((edits) =>
    edits.reduce((draft, [lang, name, value]) => withText(draft, lang, name, value), emptyDraft),
  )

describe('a draft', () => {
  it('has of every language the texts that were typed last, and changing one changes no other', () => {
    fc.assert(
      fc.property(anyDraft, fc.constantFrom(...languages), text, (draft, lang, value) => {
        const changed = withText(draft, lang, 'title', value)
        expect(changed.texts[lang]?.title).toBe(value)
        for (const other of languages)
          if (other !== lang) expect(changed.texts[other]).toEqual(draft.texts[other])
        expect({ ...changed.texts[lang], title: '' }).toEqual({ ...draft.texts[lang], title: '' })
      }),
    )
  })

  it('is sent without the languages in which nothing is written, and with every letter of the others', () => {
    fc.assert(
      fc.property(anyDraft, fc.option(fc.integer({ min: 1, max: 99 })), (draft, id) => {
        const request = requestOf('news', id, draft)
        const sent = JSON.parse(request?.texts ?? '') as Record<string, Record<string, string>>
        const isWritten = (lang: string) =>
          Object.values(draft.texts[lang as (typeof languages)[number]] ?? {}).some(
            (one) => one.trim() !== '',
          )
        expect(Object.keys(sent).toSorted()).toEqual(languages.filter(isWritten).toSorted())
        for (const [lang, texts] of Object.entries(sent))
          expect(texts).toEqual(draft.texts[lang as (typeof languages)[number]])
        expect('id' in (request ?? {})).toBe(id !== null)
      }),
    )
  })

  it('is sent under a place of the list in plain digits only', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 7 }),
      fc.nat(2_000_000).map(String),
      fc.constantFrom('', ' 5 ', '-1', '1.5', '１'),
    )
    fc.assert(
      fc.property(typed, (position) => {
        const request = requestOf('faq', null, { ...emptyDraft, position })
        const isPlace = /^\d{1,6}$/.test(position.trim())
        expect(request?.position ?? null).toBe(isPlace ? Number(position) : null)
      }),
    )
  })
})

describe('a language of a draft', () => {
  it('is absent, whole or a part, by what the kind demands of it', () => {
    fc.assert(
      fc.property(
        anyDraft,
        fc.constantFrom(...contentKinds),
        fc.constantFrom(...languages),
        (draft, kind, lang) => {
          const written = (name: string) => (draft.texts[lang]?.[name] ?? '').trim() !== ''
          const names = Object.entries(kindSpecs[kind].texts)
          const some = names.some(([name]) => written(name))
          const all = names.filter(([, { need }]) => need === 'must').every(([name]) => written(name))
          expect(stateIn(kind, draft, lang)).toBe(!some ? 'absent' : all ? 'whole' : 'part')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('that is only begun stops every kind with texts from being saved, and is named', () => {
    for (const kind of ['news', 'faq', 'homeMsg'] as const) {
      const english = withText(withText(emptyDraft, 'en', 'title', 'A'), 'en', 'content', 'B')
      expect(firstIssuePath(kind, english)).toBeNull()
      expect(firstIssuePath(kind, withText(english, 'th', 'title', 'ก'))).toBe('texts.th.content')
      expect(firstIssuePath(kind, withText(english, 'th', 'title', ' '))).toBeNull()
    }
  })
})
