import type { Db, Tx } from '../platform/index.ts'
import type { Channel, NotificationsTables } from './schema.ts'

export type MessageRow = {
  readonly channel: Channel
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly code: string | null
  readonly created_ms: number
}

type NewMessage = Omit<NotificationsTables['notifications_message'], 'id'>

export const insertMessage = async (tx: Tx, message: NewMessage): Promise<void> => {
  await tx.withTables<NotificationsTables>().insertInto('notifications_message').values(message).execute()
}

/** The newest messages of one address, newest first. */
export const selectMessages = (db: Db, recipient: string, limit: number): Promise<readonly MessageRow[]> =>
  db
    .withTables<NotificationsTables>()
    .selectFrom('notifications_message')
    .select(['channel', 'recipient', 'subject', 'body', 'code', 'created_ms'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
