import type { PostStaffTextCommand } from '@glasshouse/core/community/codec'
import { maxTextLength, readText } from '@glasshouse/core/community/rules'

/** Places of a text: a speech stands alone, a comment under a speech, a reply under a comment. */
export const places = [
  { value: 'speech', parent: null },
  { value: 'comment', parent: 'speech' },
  { value: 'reply', parent: 'comment' },
] as const
export type Place = (typeof places)[number]['value']

export type Draft = { readonly place: Place; readonly parent: string; readonly content: string }

/** What is published, or what is wrong with the draft. */
export const readDraft = (
  draft: Draft,
): { readonly problem: string } | { readonly command: PostStaffTextCommand } => {
  const place = places.find(({ value }) => value === draft.place)
  if (place === undefined) throw new Error(`${draft.place} is no place of a text`)
  const content = readText(draft.content, maxTextLength)
  if (place.parent !== null && !/^[1-9]\d{0,14}$/.test(draft.parent.trim()))
    return { problem: `Enter the number of the ${place.parent}; the queue shows it.` }
  if (content === null) return { problem: 'Write a text of 1 to 100,000 characters.' }
  if (place.parent === null) return { command: { kind: place.value, content } }
  return { command: { kind: place.value, parentId: Number.parseInt(draft.parent.trim(), 10), content } }
}
