import type { Db, Tx } from '../../platform/database/index.ts'
import { listAppealsAfter } from '../store/appeals.ts'
import { listLikesAfter } from '../store/likes.ts'
import { listTextsAfter, updateUnpublishedRemoved } from '../store/texts.ts'

/** Rows per read of an export. */
const rowsAtOnce = 100

async function* inChunks<Row>(
  read: (afterId: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row> {
  let afterId = 0
  for (;;) {
    const rows = await read(afterId)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    afterId = idOf(last)
  }
}

/** Own texts in every state, the oldest first. */
export const listCommunityTexts = (db: Db, uid: number) =>
  inChunks(
    (afterId) => listTextsAfter(db, uid, { afterId, limit: rowsAtOnce }),
    ({ id }) => id,
  )

/** What a customer likes. */
export const listCommunityLikes = (db: Db, uid: number) =>
  inChunks(
    (afterId) => listLikesAfter(db, uid, { afterId, limit: rowsAtOnce }),
    (row) => row.text_id,
  )

/** Own appeals, the oldest first. */
export const listCommunityAppeals = (db: Db, uid: number) =>
  inChunks(
    (afterId) => listAppealsAfter(db, uid, { afterId, limit: rowsAtOnce }),
    ({ id }) => id,
  )

/**
 * Empties the texts of a closing account that were never published, and its appeals. Published texts stay without a
 * name: others answered them, and their authors can empty them before.
 */
export const eraseCommunityTexts = (tx: Tx, uid: number, nowMs: number): Promise<void> =>
  updateUnpublishedRemoved(tx, uid, nowMs)
