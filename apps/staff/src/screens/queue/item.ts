import { isPendingReview, type ReviewItem } from '@glasshouse/core/reviews/codec'
import type { ReviewField } from '@glasshouse/core/reviews/wire'

export type Item = ReviewItem

const fieldsOf = ({ fields, secrets }: Item): readonly ReviewField[] => [...fields, ...secrets]

/** Pictures of an item. */
export const picturesOf = (item: Item): readonly ReviewField[] =>
  fieldsOf(item).filter(({ form }) => form === 'picture')

const checked = new Set(['finding', 'confirmations'])

const writtenKinds: readonly Item['kind'][] = ['speech', 'comment', 'reply', 'appeal', 'complaint']
/** From the outermost text that is answered to what is decided about. */
const writtenNames = ['underSpeech', 'underComment', 'answers', 'content', 'text']

/** Texts of an item that is decided by reading them, in their order; none of other items. */
export const textsOf = (item: Item): readonly ReviewField[] =>
  writtenKinds.includes(item.kind)
    ? writtenNames.flatMap((name) => fieldsOf(item).find((field) => field.name === name) ?? [])
    : []

/** Submitted fields: all except pictures, checks and the texts that are read beside them. */
export const submittedFields = (item: Item): readonly ReviewField[] => {
  const texts = new Set(textsOf(item))
  return fieldsOf(item).filter(
    (field) => field.form !== 'picture' && !checked.has(field.name) && !texts.has(field),
  )
}

/** Value of a field; null if the item has no such field. */
export const fieldValue = (item: Item, name: string): string | null =>
  fieldsOf(item).find((field) => field.name === name)?.value ?? null

/** Customer of an item; an issue of new coins belongs to none. */
export const ownerText = ({ uid }: { readonly uid: number | null }): string =>
  uid === null ? 'no customer' : `u ${uid}`

/** Why this member cannot decide the item now; null if they can. */
export const decisionBlockReason = (item: Item, ownId: number, role: string): string | null => {
  if (!isPendingReview(item)) return `It is ${item.state}.`
  if (item.holder !== null && item.holder.id !== ownId) return `${item.holder.name} holds it.`
  if (item.may.approve || item.may.reject) return null
  return role === 'manager' ? 'You can’t decide your own item.' : 'Only managers can decide this.'
}

/** Effect of an approval, one sentence. */
export const approvalEffect = (item: Item, received: string): string => {
  const missing = item.needed - item.approvals
  if (missing > 1) return 'Approve: it then waits for a second manager, who has to approve it too.'
  if (item.kind === 'deposit')
    return `Approve: ${received} USDT are credited to ${ownerText(item)}, once and for good.`
  if (item.kind === 'withdrawal')
    return `Approve: it may be sent. Sending itself is done by the signer, under Payouts.`
  if (item.kind === 'complaint')
    return 'Approve: the complaint was justified. The customer reads the answer; a lock is lifted separately.'
  if (['speech', 'comment', 'reply'].includes(item.kind))
    return 'Approve: everybody can read it at once. Nobody can change its words.'
  if (item.kind === 'appeal') return 'Approve: the text is published. Another person must have rejected it.'
  if (item.kind === 'subscription')
    return 'Approve: the allotment is computed from the applications and the head, and is public. No one chooses who gets what.'
  return `Approve: it takes effect at once for ${ownerText(item)}.`
}

/** Effect of a rejection, one sentence. */
export const rejectionEffect = (item: Item): string => {
  if (item.kind === 'withdrawal')
    return 'Reject: amount and fee are back in the wallet at once. The customer reads:'
  if (item.kind === 'deposit') return 'Reject: nothing is credited. The customer reads:'
  if (item.kind === 'subscription')
    return 'Reject: the issue is cancelled, every application ends at no cost. Kept with the issue:'
  return 'Reject: the customer reads:'
}
