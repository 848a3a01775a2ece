import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import type { ListOwnTextsQuery, ListTextsQuery } from '@glasshouse/core/community/codec'
import { kindsCountedWith, type TextKind } from '@glasshouse/core/community/rules'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { countOwnByState, findModerationFigures, type ModerationFigures } from '../store/queue.ts'
import { countTextsSince, type ListedText, listOwnTexts, listPublished } from '../store/texts.ts'
import { getDailyLimits } from './post.ts'
import type { Viewer } from './view.ts'

/** Shows the rows of a page. */
type Show<Row> = (db: Db, viewer: Viewer, rows: readonly ListedText[]) => Promise<readonly Row[]>

/** One page of published texts below a text; `parentId` is 0 for speeches. */
export const listTextsBelow = async <Row>(
  db: Db,
  viewer: Viewer,
  place: { readonly kind: TextKind; readonly parentId: number; readonly id?: number | undefined },
  page: ListTextsQuery,
  show: Show<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const { rows, total } = await listPublished(db, place, page, viewer.uid)
  return { rows: await show(db, viewer, rows), total }
}

/** One page of a customer's own texts of a kind. */
export const listOwn = async <Row>(
  db: Db,
  viewer: Viewer & { readonly uid: number },
  kind: TextKind,
  { state, ...page }: ListOwnTextsQuery,
  show: Show<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const { rows, total } = await listOwnTexts(db, { uid: viewer.uid, kind, state }, page)
  return { rows: await show(db, viewer, rows), total }
}

const moderationDays = 30
/** The figures of moderation are computed at most once in so many milliseconds. */
const figuresTtlMs = 60_000

/** Reads the figures of moderation; visitors share one read a minute. */
export const createModerationReader = ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
  let known: { readonly atMs: number; readonly figures: Promise<ModerationFigures> } | null = null
  return async (): Promise<ModerationFigures> => {
    const atMs = clock.now()
    if (known === null || atMs - known.atMs >= figuresTtlMs) {
      const figures = findModerationFigures(database.db, clock.business() - moderationDays * dayMs)
      known = { atMs, figures }
      figures.catch(() => {
        known = null
      })
    }
    return known.figures
  }
}

/** Own texts by state, and how many more may be posted today. */
export const getOwnSummary = async (
  { clock, database: { db } }: Pick<Platform, 'clock' | 'database'>,
  uid: number,
): Promise<NonNullable<DataOf<'/api/community/summary'>['mine']>> => {
  const limits = await getDailyLimits(db)
  const sinceMs = startOfDay(clock.business())
  const leftOf = async (kind: TextKind, max: number) => ({
    left: Math.max(0, max - (await countTextsSince(db, uid, kindsCountedWith(kind), sinceMs))),
    max,
  })
  return {
    ...(await countOwnByState(db, uid)),
    speeches: await leftOf('speech', limits.speeches),
    comments: await leftOf('comment', limits.comments),
  }
}
