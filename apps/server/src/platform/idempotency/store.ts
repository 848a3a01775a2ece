import { sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../database/index.ts'

/** Key of a stored response: the caller and its idempotency key. */
export type IdempotencyKey = { readonly caller: string; readonly key: string }

/** A key and the claim of its owner. */
export type OwnedKey = { readonly place: IdempotencyKey; readonly claim: string }

export type StoredResponseRow = {
  readonly body_hash: string
  readonly claim: string
  readonly executed: boolean
  readonly answer: string | null
}

/** How long a claim of this process may stay without a response before it counts as abandoned; milliseconds. */
const staleOwnerMs = 60_000

/** Claims of a request: an idempotency key for a body hash, and a unique signature. */
export type KeyRequest = {
  readonly claim: string
  readonly nowMs: number
  readonly signature: string | null
  readonly keyed: { readonly place: IdempotencyKey; readonly bodyHash: string } | null
}

/** Granted claims of a request; an absent claim counts as granted. */
export type KeyGrant = { readonly place: boolean; readonly signature: boolean }

type Keyed = KeyRequest & { readonly keyed: NonNullable<KeyRequest['keyed']> }

/**
 * Claims keys and signatures in one statement and returns the result per request.
 *
 * A key is granted if it was free, or if its owner is not running (another `boot`) and has executed nothing. A
 * signature is granted if it is new; a request without its key does not use up the signature. Of two requests for one
 * key, or with one signature, the first one wins.
 */
export const insertKeys = async (
  db: Db,
  boot: string,
  wishes: readonly KeyRequest[],
): Promise<readonly KeyGrant[]> => {
  const first = new Map<string, Keyed>()
  for (const request of wishes) {
    if (request.keyed === null) continue
    const name = `${request.keyed.place.caller} ${request.keyed.place.key}`
    if (!first.has(name)) first.set(name, { ...request, keyed: request.keyed })
  }
  const keyed = [...first.values()]
  const signed = wishes.filter(({ signature }) => signature !== null)
  const { rows } = await sql<{ claim: string | null; signature: string | null }>`
    with placed as (
      insert into platform_answer as kept (caller, key, body_hash, claim, seen_ms)
      select * from unnest(
        ${pgTextArray(keyed.map((request) => request.keyed.place.caller))}::text[],
        ${pgTextArray(keyed.map((request) => request.keyed.place.key))}::text[],
        ${pgTextArray(keyed.map((request) => request.keyed.bodyHash))}::text[], ${pgTextArray(keyed.map(({ claim }) => claim))}::text[],
        ${pgNumberArray(keyed.map(({ nowMs }) => nowMs))}::bigint[]
      ) as wish (caller, key, body_hash, claim, seen_ms)
      order by caller, key
      on conflict (caller, key) do update
        set body_hash = excluded.body_hash, claim = excluded.claim, seen_ms = excluded.seen_ms
        where not kept.executed and kept.answer is null
          and (not starts_with(kept.claim, ${boot}) or kept.seen_ms < excluded.seen_ms - ${staleOwnerMs}::bigint)
      returning kept.claim
    ), signed as (
      insert into platform_signature (signature, seen_ms)
      select signature, seen_ms from unnest(
        ${pgTextArray(signed.map(({ signature }) => signature))}::text[],
        ${pgTextArray(signed.map(({ keyed, claim }) => (keyed === null ? null : claim)))}::text[],
        ${pgNumberArray(signed.map(({ nowMs }) => nowMs))}::bigint[]
      ) as wish (signature, claim, seen_ms)
      where claim is null or claim in (select claim from placed)
      order by signature
      on conflict do nothing
      returning signature
    )
    select claim, null as signature from placed union all select null, signature from signed`.execute(db)
  const places = new Set(rows.map(({ claim }) => claim))
  const unused = new Set(rows.map(({ signature }) => signature))
  return wishes.map(({ claim, keyed, signature }) => {
    const place = keyed === null || places.has(claim)
    return { place, signature: signature === null || (place && unused.delete(signature)) }
  })
}

export const findKey = (db: Db, place: IdempotencyKey): Promise<StoredResponseRow | undefined> =>
  db
    .selectFrom('platform_answer')
    .select(['body_hash', 'claim', 'executed', 'answer'])
    .where('caller', '=', place.caller)
    .where('key', '=', place.key)
    .executeTakeFirst()

/** Marks work as executed inside its transaction; returns for each whether it still owns its key. */
export const updateExecuted = async (tx: Tx, claimed: readonly OwnedKey[]): Promise<readonly boolean[]> => {
  const { rows } = await sql<{ claim: string }>`
    update platform_answer kept set executed = true
    from unnest(
      ${pgTextArray(claimed.map(({ place }) => place.caller))}::text[], ${pgTextArray(claimed.map(({ place }) => place.key))}::text[],
      ${pgTextArray(claimed.map(({ claim }) => claim))}::text[]
    ) as mine (caller, key, claim)
    where kept.caller = mine.caller and kept.key = mine.key and kept.claim = mine.claim
    returning kept.claim`.execute(tx)
  const held = new Set(rows.map(({ claim }) => claim))
  return claimed.map(({ claim }) => held.has(claim))
}

/** Stored response for a repeat with the same key. */
export type StoredResponse = OwnedKey & { readonly answer: string }

/** Stores responses in one statement. */
export const updateResponses = async (db: Db, answers: readonly StoredResponse[]): Promise<void> => {
  await sql`
    update platform_answer kept set answer = mine.answer, executed = true
    from unnest(
      ${pgTextArray(answers.map(({ place }) => place.caller))}::text[], ${pgTextArray(answers.map(({ place }) => place.key))}::text[],
      ${pgTextArray(answers.map(({ claim }) => claim))}::text[], ${pgTextArray(answers.map(({ answer }) => answer))}::text[]
    ) as mine (caller, key, claim, answer)
    where kept.caller = mine.caller and kept.key = mine.key and kept.claim = mine.claim`.execute(db)
}

/** Releases a key; `evenExecuted` releases it although a transaction was committed for it. */
export const deleteKey = async (
  db: Db,
  place: IdempotencyKey,
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

/** Deletes at most 1000 keys and 1000 signatures older than an instant; returns the number of deleted rows. */
export const purgeKeys = async (
  db: Db,
  before: { readonly keysMs: number; readonly signaturesMs: number },
): Promise<number> => {
  const { rows } = await sql<{ forgotten: number }>`
    with keys as (
      delete from platform_answer where (caller, key) in (
        select caller, key from platform_answer where seen_ms < ${before.keysMs} order by seen_ms limit 1000
      ) returning 1
    ), signatures as (
      delete from platform_signature where signature in (
        select signature from platform_signature where seen_ms < ${before.signaturesMs}
        order by seen_ms limit 1000
      ) returning 1
    )
    select (select count(*) from keys) + (select count(*) from signatures) as forgotten`.execute(db)
  return rows[0]?.forgotten ?? 0
}
