import type { NoticeContent } from '@glasshouse/core/notifications/kinds'
import { type NewNotice, writeNotices } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { listMailRecipients } from './store.ts'

/** Posts notices of many customers to their inboxes, in the caller's transaction. */
export const postNotices = (
  tx: Tx,
  clock: Pick<Clock, 'now' | 'business'>,
  notices: readonly NewNotice[],
): Promise<void> => writeNotices(tx, clock, notices, listMailRecipients)

/**
 * Posts a notice to a customer's inbox in the caller's transaction: once for a kind and a key, with the mail of its
 * kind, pushed after the commit.
 *
 * @param key what it counts once by within its kind, such as the id of an order
 * @example await postNotice(tx, clock, uid, { kind: 'investEnded', params: { id, product, payout, profit } }, String(id))
 */
export const postNotice = (
  tx: Tx,
  clock: Pick<Clock, 'now' | 'business'>,
  uid: number,
  content: NoticeContent,
  key: string,
): Promise<void> => postNotices(tx, clock, [{ ...content, uid, key }])
