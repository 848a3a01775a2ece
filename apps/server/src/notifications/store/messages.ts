import { type Insertable, sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import { randomToken } from '../../platform/secrets/index.ts'
import type { Channel, NotificationsTables } from '../schema.ts'

export type MessageRow = {
  readonly channel: Channel
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly code: string | null
  readonly created_ms: number
}

export type NewMessage = Omit<Insertable<NotificationsTables['notifications_message']>, 'id'>

export const insertMessages = async (tx: Tx, messages: readonly NewMessage[]): Promise<void> => {
  await tx.withTables<NotificationsTables>().insertInto('notifications_message').values(messages).execute()
}

export const insertMessage = (tx: Tx, message: NewMessage): Promise<void> => insertMessages(tx, [message])

/** Sets the word of a customer's letters; null removes it. */
export const upsertLetterWord = async (tx: Tx, uid: number, word: string | null): Promise<void> => {
  const tables = tx.withTables<NotificationsTables>()
  if (word === null) await tables.deleteFrom('notifications_letter_word').where('uid', '=', uid).execute()
  else
    await tables
      .insertInto('notifications_letter_word')
      .values({ uid, word })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet({ word }))
      .execute()
}

/** The word of a customer's letters; null when none was chosen. */
export const findLetterWord = async (db: Db | Tx, uid: number): Promise<string | null> => {
  const found = await db
    .withTables<NotificationsTables>()
    .selectFrom('notifications_letter_word')
    .select('word')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.word ?? null
}

/** The words of the letters of some customers; without an entry where none was chosen. */
export const findLetterWords = async (
  tx: Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await tx
    .withTables<NotificationsTables>()
    .selectFrom('notifications_letter_word')
    .selectAll()
    .where('uid', '=', sql<number>`any(${pgNumberArray(uids)}::bigint[])`)
    .execute()
  return new Map(rows.map(({ uid, word }) => [uid, word]))
}

/** The newest messages of one address, newest first. */
export const listMessages = (db: Db, recipient: string, limit: number): Promise<readonly MessageRow[]> =>
  db
    .withTables<NotificationsTables>()
    .selectFrom('notifications_message')
    .select(['channel', 'recipient', 'subject', 'body', 'code', 'created_ms'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A message locked by a sender. */
export type LockedMessage = {
  readonly id: number
  readonly channel: Channel
  readonly recipient: string
  readonly lang: string
  readonly subject: string
  readonly body: string
  readonly sealed: string | null
  readonly attempts: number
  readonly createdMs: number
}

/**
 * Locks due messages, each for one sender only. A message of a lost sender is due again: it may have been sent, so its
 * external id stays the same.
 */
export const lockDueMessages = async (
  db: Db,
  channels: readonly Channel[],
  atMs: number,
  givenUpMs: number,
  limit: number,
): Promise<readonly LockedMessage[]> => {
  const { rows } = await sql<LockedMessage>`
    update notifications_message m
    set state = 'sending', attempts = m.attempts + 1, due_ms = ${givenUpMs}
    from (
      select id from notifications_message
      where state in ('waiting', 'sending') and due_ms <= ${atMs} and channel = any(${channels}::text[])
      order by due_ms, id limit ${limit} for update skip locked
    ) due
    where m.id = due.id
    returning m.id, m.channel, m.recipient, m.lang, m.subject, m.body, m.sealed, m.attempts, m.created_ms as "createdMs"
  `.execute(db)
  return rows
}

/** Expires messages; returns their number. */
export const updateExpiredMessages = async (
  db: Db,
  channels: readonly Channel[],
  atMs: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update notifications_message set state = 'expired', sealed = null
    where state in ('waiting', 'sending') and due_ms <= ${atMs} and expires_ms <= ${atMs}
      and channel = any(${channels}::text[])
  `.execute(db)
  return Number.parseInt(String(numAffectedRows ?? 0n), 10)
}

/** Outcome of an attempt: sent, retry at a time, or failed. */
export type DeliveryOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueMs: number; readonly failure: string }
  | { readonly state: 'failed'; readonly failure: string }

/**
 * Stores the outcome of an attempt if the message is still locked by it. `forget` clears the sent text: a delivered
 * code must not stay readable.
 */
export const updateDelivery = async (
  db: Db,
  { id, attempts }: LockedMessage,
  outcome: DeliveryOutcome,
  atMs: number,
  forget: boolean,
): Promise<void> => {
  await db
    .withTables<NotificationsTables>()
    .updateTable('notifications_message')
    .set({
      state: outcome.state,
      ...(outcome.state === 'sent' ? { sent_ms: atMs } : { failure: outcome.failure.slice(0, 500) }),
      ...(outcome.state === 'waiting' ? { due_ms: outcome.dueMs } : { sealed: null }),
      ...(forget && outcome.state === 'sent' ? { subject: '', body: '', code: null } : {}),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .execute()
}

/** Number of pending messages. */
export const countWaiting = async (db: Db, channels: readonly Channel[]): Promise<number> => {
  const { count } = await db
    .withTables<NotificationsTables>()
    .selectFrom('notifications_message')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .where('channel', 'in', channels)
    .executeTakeFirstOrThrow()
  return count
}

/** When the oldest message that waits for delivery by some channels was written; null where none waits. */
export const findOldestOf = async (db: Db, channels: readonly Channel[]): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    select min(created_ms) as ms from notifications_message
    where state in ('waiting', 'sending') and channel = any(${channels}::text[])`.execute(db)
  return rows[0]?.ms ?? null
}

/** Random name of this installation, generated once and stored. */
export const upsertInstallationId = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ value: string }>`
    insert into platform_state (name, value)
    values ('notifications.installation', ${JSON.stringify(randomToken(9))}::jsonb)
    on conflict (name) do update set value = platform_state.value
    returning value #>> '{}' as value
  `.execute(db)
  const [kept] = rows
  if (kept === undefined) throw new Error('the name of this installation could not be stored')
  return kept.value
}

/** Deletes all messages to some addresses. */
export const deleteMessages = async (tx: Tx, recipients: readonly string[]): Promise<void> => {
  if (recipients.length === 0) return
  await tx
    .withTables<NotificationsTables>()
    .deleteFrom('notifications_message')
    .where('recipient', 'in', recipients)
    .execute()
}
