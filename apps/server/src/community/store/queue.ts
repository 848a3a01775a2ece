import type { TextKind, TextState } from '@glasshouse/core/community/rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { QueueItem } from '../../reviews/index.ts'

/** Texts of customers of a kind for the review queue; a removed text waits for nothing. */
export const listQueuedTexts = (kind: TextKind, state: TextState) =>
  state === 'waiting'
    ? sql<QueueItem>`
        select id, uid, created_ms, null::bigint as deadline_ms, '' as words
        from community_text where kind = ${kind} and state = 'waiting' and removed_ms is null`
    : sql<QueueItem>`
        select id, uid, created_ms, null::bigint as deadline_ms, '' as words
        from community_text where kind = ${kind} and state = ${state} and uid is not null`

/** Appeals of a status for the review queue; one of a removed text waits for nothing. */
export const listQueuedAppeals = (state: TextState) =>
  state === 'waiting'
    ? sql<QueueItem>`
        select a.id, a.uid, a.created_ms, null::bigint as deadline_ms, '' as words
        from community_appeal a join community_text t on t.id = a.text_id
        where a.state = 'waiting' and t.removed_ms is null`
    : sql<QueueItem>`
        select id, uid, created_ms, null::bigint as deadline_ms, '' as words
        from community_appeal where state = ${state}`

export type ModerationFigures = {
  readonly decided: number
  readonly published: number
  readonly median: number | null
  readonly appeals: number
  readonly reversed: number
}

/** How the texts and appeals decided since an instant of the business calendar were decided. */
export const findModerationFigures = async (db: Db, sinceMs: number): Promise<ModerationFigures> => {
  const { rows } = await sql<ModerationFigures>`
    select t.*, a.* from (
      select count(*) as decided, count(*) filter (where state = 'approved') as published,
        percentile_disc(0.5) within group (order by decided_ms - created_ms) as median
      from community_text where decided_by is not null and decided_ms >= ${sinceMs}
    ) t cross join (
      select count(*) as appeals, count(*) filter (where state = 'approved') as reversed
      from community_appeal where decided_ms >= ${sinceMs}
    ) a`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate returned no row')
  return row
}

/** Texts of a customer by state. */
export const countOwnByState = async (db: Db, uid: number) => {
  const { rows } = await sql<{ state: 'waiting' | 'approved' | 'rejected'; count: number }>`
    select state, count(*) as count from community_text
    where uid = ${uid} and removed_ms is null group by state`.execute(db)
  const of = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0
  return { published: of('approved'), waiting: of('waiting'), rejected: of('rejected') }
}
