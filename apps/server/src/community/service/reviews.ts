import { type TextKind, type TextState, textRejections } from '@glasshouse/core/community/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ReviewField } from '@glasshouse/core/reviews/wire'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { type AppealRow, listAppeals, lockAppeal, updateAppealDecided } from '../store/appeals.ts'
import { listQueuedAppeals, listQueuedTexts } from '../store/queue.ts'
import { findQuotes, listTexts, lockText, type TextRow, updateDecided } from '../store/texts.ts'
import { postDecisionNotices } from './notices.ts'

type Deps = Pick<Platform, 'clock'>

const roles = ['service', 'manager'] as const

const titles: Readonly<Record<TextKind, string>> = { speech: 'Speech', comment: 'Comment', reply: 'Reply' }

const text = (name: string, value: string | null): readonly ReviewField[] =>
  value === null || value === '' ? [] : [{ name, value, form: 'text' }]

/** A text or an appeal that waits is a pending item. */
const reviewStateOf = (state: TextState): ReviewState => (state === 'waiting' ? 'pending' : state)
const textStateOf = (state: ReviewState): TextState => (state === 'pending' ? 'waiting' : state)

const flagFields = ({ flags }: TextRow): readonly ReviewField[] => text('flags', flags.join(', '))

const summaryOf = ({ kind, flags, content }: TextRow): string =>
  [
    `${titles[kind]} of ${[...content].length} characters`,
    ...(flags.length > 0 ? [flags.join(', ')] : []),
  ].join(': ')

const shownText = (row: TextRow, uid: number): ReviewDetail => ({
  uid,
  createdMs: row.created_ms,
  deadlineMs: null,
  state: reviewStateOf(row.state),
  summary: summaryOf(row),
  amount: null,
  needed: 1,
  decidedMs: row.decided_ms,
  remark: row.remark,
  reason: row.reason,
  fields: [...flagFields(row)],
})

/** What a text answers, from the speech down, so that a moderator reads it in its place. */
const placeOf = async (
  db: Db,
  { speech_id, parent_id, answers_id }: TextRow,
): Promise<readonly ReviewField[]> => {
  const quotes = await findQuotes(db, [speech_id, parent_id, ...(answers_id === null ? [] : [answers_id])])
  const contentOf = (id: number | null): string | null =>
    id === null ? null : (quotes.get(id)?.content ?? null)
  return [
    ...text('underSpeech', contentOf(speech_id)),
    ...text('underComment', parent_id === speech_id ? null : contentOf(parent_id)),
    ...text('answers', contentOf(answers_id)),
  ]
}

/** Texts of one kind in the review queue; the staff cannot change their words. */
const textReviews = (deps: Deps, kind: TextKind): ReviewKind => ({
  kind,
  roles,
  items: (state) => listQueuedTexts(kind, textStateOf(state)),
  show: async (db, ids) =>
    new Map(
      (await listTexts(db, ids)).flatMap((row) =>
        row.kind === kind && row.uid !== null ? [[row.id, shownText(row, row.uid)] as const] : [],
      ),
    ),
  secretsOf: async (db, id) => {
    const [row] = await listTexts(db, [id])
    return row === undefined ? [] : [...(await placeOf(db, row)), ...text('content', row.content)]
  },
  lock: async (tx, id) => {
    const row = await lockText(tx, kind, id)
    if (row === undefined || row.uid === null) return null
    if (row.state === 'waiting' && row.removed_ms !== null) return null
    return { uid: row.uid, state: reviewStateOf(row.state), needed: 1 }
  },
  decide: async (tx, id, decided) => {
    const row = await lockText(tx, kind, id)
    if (row === undefined) throw new Error(`${kind} ${id} was locked and does not exist`)
    const made = decisionOf(deps, decided)
    await updateDecided(tx, row, made)
    const notice = made.state === 'approved' ? 'communityPublished' : 'communityRejected'
    await postDecisionNotices(tx, deps, row, notice, made.reason)
  },
})

const decisionOf = ({ clock }: Deps, { decision, staff, reason, remark }: DecisionResult) => ({
  state: decision === 'approve' ? ('approved' as const) : ('rejected' as const),
  decidedMs: clock.business(),
  staffId: staff.id,
  reason: textRejections.find((known) => known === reason) ?? null,
  remark: remark === '' ? null : remark,
})

const shownAppeal = (appeal: AppealRow, row: TextRow): ReviewDetail => ({
  uid: appeal.uid,
  createdMs: appeal.created_ms,
  deadlineMs: null,
  state: reviewStateOf(appeal.state),
  summary: `Appeal: ${titles[row.kind].toLowerCase()} rejected as ${row.reason ?? 'decided'}`,
  amount: null,
  needed: 1,
  decidedMs: appeal.decided_ms,
  remark: appeal.remark,
  reason: null,
  fields: [...text('rejectedAs', row.reason), ...text('rejectedWith', row.remark), ...flagFields(row)],
})

const findAppealed = async (db: Db | Tx, textId: number): Promise<TextRow> => {
  const [row] = await listTexts(db, [textId])
  if (row === undefined) throw new Error(`community text ${textId} does not exist`)
  return row
}

/** Appeals in the review queue: decided by another member of staff than the rejection. */
const appealReviews = (deps: Deps): ReviewKind => ({
  kind: 'appeal',
  roles,
  items: (state) => listQueuedAppeals(textStateOf(state)),
  show: async (db, ids) => {
    const appeals = await listAppeals(db, ids)
    const texts = new Map(
      (
        await listTexts(
          db,
          appeals.map(({ text_id }) => text_id),
        )
      ).map((row) => [row.id, row]),
    )
    return new Map(
      appeals.flatMap((appeal) => {
        const row = texts.get(appeal.text_id)
        return row === undefined ? [] : [[appeal.id, shownAppeal(appeal, row)] as const]
      }),
    )
  },
  secretsOf: async (db, id) => {
    const [appeal] = await listAppeals(db, [id])
    if (appeal === undefined) return []
    const row = await findAppealed(db, appeal.text_id)
    return [...(await placeOf(db, row)), ...text('content', row.content), ...text('text', appeal.content)]
  },
  lock: async (tx, id) => {
    const appeal = await lockAppeal(tx, id)
    if (appeal === undefined) return null
    const { removed_ms } = await findAppealed(tx, appeal.text_id)
    if (appeal.state === 'waiting' && removed_ms !== null) return null
    return { uid: appeal.uid, state: reviewStateOf(appeal.state), needed: 1 }
  },
  decide: (tx, id, decided) => decideAppeal(deps, tx, id, decided),
})

/**
 * Publishes the text of an appeal that is upheld.
 *
 * @throws invalidState (`sameManager`) the member of staff rejected the text
 */
const decideAppeal = async (deps: Deps, tx: Tx, id: number, decided: DecisionResult): Promise<void> => {
  const appeal = await lockAppeal(tx, id)
  if (appeal === undefined) throw new Error(`appeal ${id} was locked and does not exist`)
  const { kind } = await findAppealed(tx, appeal.text_id)
  const row = await lockText(tx, kind, appeal.text_id)
  if (row === undefined) throw new Error(`community text ${appeal.text_id} does not exist`)
  if (row.decided_by === decided.staff.id) throw domainError('invalidState', { reason: 'sameManager' })
  const made = decisionOf(deps, decided)
  const { state, decidedMs } = made
  await updateAppealDecided(tx, id, { state, decidedMs, remark: decided.remark })
  // Turned down, the text keeps the reason and remark of its rejection.
  if (state === 'approved') await updateDecided(tx, row, { ...made, reason: null })
  const notice = state === 'approved' ? 'communityAppealUpheld' : 'communityAppealTurnedDown'
  await postDecisionNotices(tx, deps, row, notice, null)
}

/** Everything of the community that waits for staff. */
export const communityReviews = (deps: Deps): readonly ReviewKind[] => [
  textReviews(deps, 'speech'),
  textReviews(deps, 'comment'),
  textReviews(deps, 'reply'),
  appealReviews(deps),
]
