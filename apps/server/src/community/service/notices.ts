import { postNotices } from '../../customers/notices/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listTexts, type TextRow } from '../store/texts.ts'

type Deps = Pick<Platform, 'clock'>

/** Tells the author of a text how it was decided, and the author of what it answers that there is an answer. */
export const postDecisionNotices = async (
  tx: Tx,
  { clock }: Deps,
  text: TextRow,
  kind: 'communityPublished' | 'communityRejected' | 'communityAppealUpheld' | 'communityAppealTurnedDown',
  reason: TextRow['reason'],
): Promise<void> => {
  await postNotices(tx, clock, [
    ...decisionNotice(text, kind, reason),
    ...(kind === 'communityPublished' || kind === 'communityAppealUpheld'
      ? await answerNotices(tx, text)
      : []),
  ])
}

const decisionNotice = (
  { id, kind: text, uid }: TextRow,
  kind: Parameters<typeof postDecisionNotices>[3],
  reason: TextRow['reason'],
): NewNotice[] => {
  if (uid === null) return []
  const to = { uid, key: String(id) }
  if (kind !== 'communityRejected') return [{ ...to, kind, params: { id, text } }]
  return reason === null ? [] : [{ ...to, kind, params: { id, text, reason } }]
}

/** One notice for the author of the answered text; none for an own answer. */
export const answerNotices = async (
  tx: Tx,
  {
    id,
    uid,
    parent_id,
    speech_id,
    answers_id,
  }: Pick<TextRow, 'id' | 'uid' | 'parent_id' | 'speech_id' | 'answers_id'>,
): Promise<NewNotice[]> => {
  if (parent_id === 0) return []
  const [answered] = await listTexts(tx, [answers_id ?? parent_id])
  if (answered === undefined || answered.uid === null || answered.uid === uid) return []
  const params = { id: answered.id, text: answered.kind, speech: speech_id }
  return [{ uid: answered.uid, key: String(id), kind: 'communityAnswered', params }]
}
