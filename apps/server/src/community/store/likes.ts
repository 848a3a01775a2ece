import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CommunityTables } from '../schema.ts'

/**
 * Likes a locked text, or takes the like back, and moves its count.
 *
 * @returns the new count and whether the customer likes the text now
 */
export const updateLike = async (
  tx: Tx,
  textId: number,
  uid: number,
  likedMs: number,
): Promise<{ readonly count: number; readonly isLiked: boolean }> => {
  const { rows } = await sql<{ like_count: number; is_liked: boolean }>`
    with taken as (
      delete from community_like where text_id = ${textId} and uid = ${uid} returning 1
    ), given as (
      insert into community_like (text_id, uid, liked_ms)
      select ${textId}, ${uid}, ${likedMs} where not exists (select from taken) returning 1
    )
    update community_text set like_count = like_count + (select count(*) from given) - (select count(*) from taken)
    where id = ${textId}
    returning like_count, exists (select from given) as is_liked`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`text ${textId} was locked and does not exist`)
  return { count: row.like_count, isLiked: row.is_liked }
}

/** Likes of a customer in the order of their texts, for the export. */
export const listLikesAfter = async (
  db: Db,
  uid: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) =>
  db
    .withTables<CommunityTables>()
    .selectFrom('community_like')
    .select(['text_id', 'liked_ms'])
    .where('uid', '=', uid)
    .where('text_id', '>', afterId)
    .orderBy('text_id')
    .limit(limit)
    .execute()
