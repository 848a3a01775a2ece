import { maxTextLength, readText } from '@glasshouse/core/community/rules'

/** Places of a text: a speech stands alone, a comment under a speech, a reply under a comment. */
export const places = [
  { value: 'speech', type: 1, parent: null },
  { value: 'comment', type: 2, parent: 'speech' },
  { value: 'reply', type: 3, parent: 'comment' },
] as const
export type Place = (typeof places)[number]['value']

export type Draft = { readonly place: Place; readonly parent: string; readonly content: string }

/** What is published, or what is wrong with the draft. */
export const readDraft = (
  draft: Draft,
):
  | { readonly problem: string }
  | { readonly request: { type: 1 | 2 | 3; refid?: number; content: string } } => {
  const place = places.find(({ value }) => value === draft.place)
  if (place === undefined) throw new Error(`${draft.place} is no place of a text`)
  const content = readText(draft.content, maxTextLength)
  if (place.parent !== null && !/^[1-9]\d{0,14}$/.test(draft.parent.trim()))
    return { problem: `Enter the number of the ${place.parent}; the queue shows it.` }
  if (content === null) return { problem: 'Write a text of 1 to 100,000 characters.' }
  if (place.parent === null) return { request: { type: place.type, content } }
  return { request: { type: place.type, refid: Number.parseInt(draft.parent.trim(), 10), content } }
}
