import {
  answerIssue,
  appealIssue,
  maxAppealLength,
  readText,
  type TextKind,
} from '@glasshouse/core/community/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAppeal, listAppealsOf } from '../store/appeals.ts'
import { updateLike } from '../store/likes.ts'
import { lockText, updateRemoved } from '../store/texts.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type TextReference = { readonly kind: TextKind; readonly id: number }

/**
 * Likes a text, or takes the like back. Returns the new count and whether the customer likes it now.
 *
 * @throws notFound no such text
 * @throws invalidState (`notApproved`, `removed`, `own`)
 */
export const likeText = (
  { clock, database }: Deps,
  uid: number,
  { kind, id }: TextReference,
): Promise<{ readonly count: number; readonly isLiked: boolean }> =>
  transact(database.db, async (tx) => {
    const text = await lockText(tx, kind, id)
    if (text === undefined) throw domainError('notFound')
    const issue = answerIssue({ state: text.state, isRemoved: text.removed_ms !== null })
    const reason = issue ?? (text.uid === uid ? 'own' : null)
    if (reason !== null) throw domainError('invalidState', { reason })
    return updateLike(tx, id, uid, clock.business())
  })

/** Empties an own text for good; emptied already, nothing changes. Throws `notFound` where it is none of the customer's. */
export const removeText = (
  { clock, database }: Deps,
  uid: number,
  { kind, id }: TextReference,
): Promise<void> =>
  transact(database.db, async (tx) => {
    const text = await lockText(tx, kind, id)
    if (text === undefined || text.uid !== uid) throw domainError('notFound')
    await updateRemoved(tx, id, clock.business())
  })

/**
 * Appeals against the rejection of an own text.
 *
 * @throws notFound no such text of the customer
 * @throws invalidField (`text`) empty or too long
 * @throws invalidState (`notRejected`, `removed`) or (`once`) there is an appeal already
 */
export const appealRejection = (
  { clock, database }: Deps,
  uid: number,
  { kind, id }: TextReference,
  raw: string,
): Promise<void> =>
  transact(database.db, async (tx) => {
    const text = await lockText(tx, kind, id)
    if (text === undefined || text.uid !== uid) throw domainError('notFound')
    const content = readText(raw, maxAppealLength)
    if (content === null) throw domainError('invalidField', { field: 'text' })
    const hasAppeal = (await listAppealsOf(tx, [id])).size > 0
    const reason = appealIssue({ state: text.state, isRemoved: text.removed_ms !== null }, hasAppeal)
    if (reason !== null) throw domainError('invalidState', { reason })
    await insertAppeal(tx, { text_id: id, uid, content, created_ms: clock.business() })
  })
