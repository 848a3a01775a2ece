import type { SignedText } from '@glasshouse/core/trust/heads'
import type { Db, Tx } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { TrustTables } from '../schema.ts'

/** Keeps the signed heads of a minute; a minute that has some keeps them. */
export const insertHead = async (db: Db, minuteMs: number, signed: SignedText): Promise<void> => {
  await db
    .withTables<TrustTables>()
    .insertInto('trust_head')
    .values({
      minute_ms: minuteMs,
      text: signed.text,
      signature: Buffer.from(signed.signature, 'hex'),
      keyid: signed.keyid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The signed heads of a minute, or the newest; null where there are none. */
export const findHead = async (db: Db, minuteMs: number | null): Promise<SignedText | null> => {
  const row = await db
    .withTables<TrustTables>()
    .selectFrom('trust_head')
    .selectAll()
    .$if(minuteMs !== null, (query) => query.where('minute_ms', '=', minuteMs ?? 0))
    .orderBy('minute_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    text: row.text,
    signature: row.signature.toString('hex'),
    keyid: row.keyid,
    hash: sha256(row.text),
  }
}

/** The first signed heads after a minute; null until there are any. */
export const findHeadAfter = async (db: Db | Tx, minuteMs: number): Promise<string | null> => {
  const row = await db
    .withTables<TrustTables>()
    .selectFrom('trust_head')
    .select('text')
    .where('minute_ms', '>', minuteMs)
    .orderBy('minute_ms')
    .limit(1)
    .executeTakeFirst()
  return row?.text ?? null
}

/** The minute of the newest heads; null before the first. */
export const findNewestMinute = async (db: Db | Tx): Promise<number | null> => {
  const row = await db
    .withTables<TrustTables>()
    .selectFrom('trust_head')
    .select('minute_ms')
    .orderBy('minute_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.minute_ms ?? null
}
