import type { RequestOf } from '@glasshouse/core/calls'
import { type StaffRecord, saveContentToWire } from '@glasshouse/core/content/codec'
import { type ContentKind, kindSpecs, readContent } from '@glasshouse/core/content/records'
import { type Language, languages } from '@glasshouse/core/wire/languages'

/** Record being edited: texts by language and name, fields by name, all as typed. */
export type Draft = {
  readonly isPublished: boolean
  readonly position: string
  readonly texts: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>
  readonly fields: Readonly<Record<string, string>>
}

export const emptyDraft: Draft = { isPublished: false, position: '0', texts: {}, fields: {} }

export const draftOf = ({ isPublished, position, texts, fields }: StaffRecord): Draft => ({
  isPublished,
  position: String(position),
  texts: Object.fromEntries(languages.flatMap((lang) => (texts[lang] ? [[lang, texts[lang]]] : []))),
  fields,
})

/** Draft with one text changed. */
export const withText = (draft: Draft, lang: Language, name: string, text: string): Draft => ({
  ...draft,
  texts: { ...draft.texts, [lang]: { ...draft.texts[lang], [name]: text } },
})

/** Texts without empty languages. */
const writtenTexts = (texts: Draft['texts']): Draft['texts'] =>
  Object.fromEntries(
    Object.entries(texts).filter(([, byName]) => Object.values(byName).some((text) => text.trim() !== '')),
  )

export type LanguageState = 'absent' | 'whole' | 'part'

/** Completeness of a language: absent, all required texts, or a part of them. */
export const stateIn = (kind: ContentKind, draft: Draft, lang: Language): LanguageState => {
  const texts = draft.texts[lang] ?? {}
  const isWritten = (name: string) => (texts[name] ?? '').trim() !== ''
  const names = Object.entries(kindSpecs[kind].texts)
  if (!names.some(([name]) => isWritten(name))) return 'absent'
  return names.every(([name, { need }]) => need === 'may' || isWritten(name)) ? 'whole' : 'part'
}

/** Path of the first invalid field, by the rule of the server; null if the draft is valid. */
export const firstIssuePath = (kind: ContentKind, draft: Draft): string | null => {
  const read = readContent(kind, writtenTexts(draft.texts), draft.fields)
  return 'problem' in read && typeof read.problem === 'string' ? read.problem : null
}

/** Request that saves the draft; null if the list position is unreadable. */
export const requestOf = (
  kind: ContentKind,
  id: number | null,
  draft: Draft,
): RequestOf<'/staff/api/contentSave'> | null => {
  if (!/^\d{1,6}$/.test(draft.position.trim())) return null
  return saveContentToWire({
    kind,
    id,
    isPublished: draft.isPublished,
    position: Number.parseInt(draft.position, 10),
    texts: writtenTexts(draft.texts),
    fields: draft.fields,
  })
}
