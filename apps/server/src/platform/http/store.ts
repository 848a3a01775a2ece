import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Where an answer is kept: who asked, under which key. */
export type Place = { readonly caller: string; readonly key: string }

/** A place and the claim under which it is held. */
export type Claimed = { readonly place: Place; readonly claim: string }

export type KeptAnswer = {
  readonly body_hash: string
  readonly claim: string
  readonly executed: boolean
  readonly answer: string | null
}

/** How long a claim of this very process may stay without an answer before it counts as abandoned. */
const abandonedMs = 60_000

/** A wish for a place: under which claim, for which wish in words (its hash). */
export type Wish = Claimed & { readonly bodyHash: string; readonly nowMs: number }

/**
 * Takes places in one statement and tells of each whether it was got: it was free, or its holder neither lives
 * (another start of the program, `boot`) nor has done anything. Of two wishes for one place the first one counts.
 */
export const takePlaces = async (
  db: Db,
  boot: string,
  wishes: readonly Wish[],
): Promise<readonly boolean[]> => {
  const nameOf = ({ place }: Wish): string => `${place.caller} ${place.key}`
  const first = new Map<string, Wish>()
  for (const wish of wishes) {
    if (!first.has(nameOf(wish))) first.set(nameOf(wish), wish)
  }
  const asked = [...first.values()]
  const { rows } = await sql<{ claim: string; key: string }>`
    insert into platform_answer as kept (caller, key, body_hash, claim, seen_ms)
    select * from unnest(
      ${asked.map(({ place }) => place.caller)}::text[], ${asked.map(({ place }) => place.key)}::text[],
      ${asked.map(({ bodyHash }) => bodyHash)}::text[], ${asked.map(({ claim }) => claim)}::text[],
      ${asked.map(({ nowMs }) => nowMs)}::bigint[]
    ) as wish (caller, key, body_hash, claim, seen_ms)
    order by caller, key
    on conflict (caller, key) do update
      set body_hash = excluded.body_hash, claim = excluded.claim, seen_ms = excluded.seen_ms
      where not kept.executed and kept.answer is null and kept.key like 'key:%'
        and (not starts_with(kept.claim, ${boot}) or kept.seen_ms < excluded.seen_ms - ${abandonedMs}::bigint)
    returning kept.claim, kept.key`.execute(db)
  const got = new Set(rows.map(({ claim, key }) => `${claim} ${key}`))
  return wishes.map((wish) => first.get(nameOf(wish)) === wish && got.has(`${wish.claim} ${wish.place.key}`))
}

export const readPlace = (db: Db, place: Place): Promise<KeptAnswer | undefined> =>
  db
    .selectFrom('platform_answer')
    .select(['body_hash', 'claim', 'executed', 'answer'])
    .where('caller', '=', place.caller)
    .where('key', '=', place.key)
    .executeTakeFirst()

/** Marks work as done inside the transaction that does it; tells of each whether it still holds its place. */
export const markExecuted = async (tx: Tx, claimed: readonly Claimed[]): Promise<readonly boolean[]> => {
  const { rows } = await sql<{ claim: string }>`
    update platform_answer kept set executed = true
    from unnest(
      ${claimed.map(({ place }) => place.caller)}::text[], ${claimed.map(({ place }) => place.key)}::text[],
      ${claimed.map(({ claim }) => claim)}::text[]
    ) as mine (caller, key, claim)
    where kept.caller = mine.caller and kept.key = mine.key and kept.claim = mine.claim
    returning kept.claim`.execute(tx)
  const held = new Set(rows.map(({ claim }) => claim))
  return claimed.map(({ claim }) => held.has(claim))
}

/** An answer for the one who comes back with the same key. */
export type Kept = Claimed & { readonly answer: string }

/** Keeps answers in one statement. */
export const keepAnswers = async (db: Db, answers: readonly Kept[]): Promise<void> => {
  await sql`
    update platform_answer kept set answer = mine.answer, executed = true
    from unnest(
      ${answers.map(({ place }) => place.caller)}::text[], ${answers.map(({ place }) => place.key)}::text[],
      ${answers.map(({ claim }) => claim)}::text[], ${answers.map(({ answer }) => answer)}::text[]
    ) as mine (caller, key, claim, answer)
    where kept.caller = mine.caller and kept.key = mine.key and kept.claim = mine.claim`.execute(db)
}

/** Frees a place; `evenExecuted` frees it although a transaction was made on its behalf. */
export const freePlace = async (
  db: Db,
  place: Place,
  claim: string,
  evenExecuted: boolean,
): Promise<void> => {
  let freed = db
    .deleteFrom('platform_answer')
    .where('caller', '=', place.caller)
    .where('key', '=', place.key)
    .where('claim', '=', claim)
  if (!evenExecuted) freed = freed.where('executed', '=', false)
  await freed.execute()
}

/** Forgets at most 1000 places of a kind seen before an instant; returns how many. */
export const forgetPlaces = async (db: Db, kind: 'sign' | 'key', beforeMs: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from platform_answer where (caller, key) in (
      select caller, key from platform_answer
      where seen_ms < ${beforeMs} and starts_with(key, ${`${kind}:`}) order by seen_ms limit 1000
    )
  `.execute(db)
  return Number.parseInt(String(numAffectedRows ?? 0n), 10)
}

/** Forgets at most 1000 budgets whose window is over. */
export const forgetBudgets = async (db: Db, nowMs: number): Promise<void> => {
  await sql`
    delete from platform_budget where key in (
      select key from platform_budget where expire <= ${nowMs} order by expire limit 1000
    )
  `.execute(db)
}
