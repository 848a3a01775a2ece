import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { ListNoticesQuery } from '@glasshouse/core/notifications/codec'
import {
  kindsOfTab,
  linkOf,
  type NoticeContent,
  specOf,
  storeParams,
} from '@glasshouse/core/notifications/kinds'
import { maxNotices } from '@glasshouse/core/notifications/spec'
import { renderNotice } from '@glasshouse/core/notifications/texts'
import { type NoticeSwitches, topicOf } from '@glasshouse/core/notifications/topics'
import type { NoticeRow } from '@glasshouse/core/notifications/wire'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db, Tx } from '../../platform/database/index.ts'
import { groupPushEvents, publishEvents, pushEvent } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import {
  countUnreadNotices,
  deleteOldestNotices,
  insertNotices,
  listNoticeRows,
  type UnsavedNotice,
  updateAllNoticesRead,
  updateNoticeRead,
} from '../store/notices.ts'
import { type LetterRecipient, queueEmails } from './messages.ts'
import { loadSwitches } from './switches.ts'

/** A notice to be posted. `key` is what it counts once by within its kind, such as the id of an order. */
export type NewNotice = NoticeContent & { readonly uid: number; readonly key: string }

/** Where the mails of some customers go, by uid; without an entry where there is no proven address. */
export type FindRecipients = (
  tx: Tx,
  uids: readonly number[],
) => Promise<ReadonlyMap<number, LetterRecipient>>

/** The time a notice bears (`business`), and that of its mail. A midnight that is made up hands in its own. */
type NoticeClock = Pick<Clock, 'now' | 'business'>

/** How long a notice is kept, and how long after it was read; by the business calendar. */
const noticeTtlMs = 365 * dayMs
const readTtlMs = 90 * dayMs

type SwitchedNotice = UnsavedNotice & { readonly on: NoticeSwitches }
type WrittenNotice = SwitchedNotice & { readonly id: number }

/**
 * Writes notices in the caller's transaction, with the mails of their kinds, and pushes them after the commit. A notice
 * that exists is left as it is: no second mail, no second push. Each goes where its customer wants its topic.
 */
export const writeNotices = async (
  tx: Tx,
  clock: NoticeClock,
  notices: readonly NewNotice[],
  findRecipients: FindRecipients,
): Promise<void> => {
  if (notices.length === 0) return
  const createdMs = clock.business()
  const on = await loadSwitches(
    tx,
    notices.map(({ uid }) => uid),
  )
  const unsaved = notices
    .map((notice): SwitchedNotice => {
      const { uid, kind, key } = notice
      const switches = on(uid, kind)
      return { uid, kind, key, params: storeParams(notice), isListed: switches.inbox, on: switches }
    })
    // One order for all transactions, so that equal keys do not wait in a circle.
    .toSorted((one, other) => one.uid - other.uid)
  const nameOf = ({ uid, kind, key }: Pick<UnsavedNotice, 'uid' | 'kind' | 'key'>) => `${uid} ${kind} ${key}`
  const byName = new Map(unsaved.map((notice) => [nameOf(notice), notice]))
  const saved = (await insertNotices(tx, unsaved, { createdMs, expiresMs: createdMs + noticeTtlMs })).flatMap(
    (row): readonly WrittenNotice[] => {
      const notice = byName.get(nameOf(row))
      return notice === undefined ? [] : [{ ...notice, id: row.id }]
    },
  )
  if (saved.length === 0) return
  await deleteOldestNotices(tx, [...new Set(saved.map(({ uid }) => uid))], maxNotices)
  await queueMails(tx, clock, saved, findRecipients)
  await publishEvents(
    tx,
    groupPushEvents(saved.filter(({ isListed }) => isListed).map(noticePush)),
    clock.now(),
  )
}

/** Pages show a notice with `toast` at once, and those of the topic security without it. */
const noticePush = ({ uid, id, kind, params, on }: WrittenNotice) =>
  pushEvent({
    uid,
    event: 'NOTICE',
    data: {
      id,
      kind,
      link: linkOf(kind, params),
      ...(on.toast && topicOf[kind] !== 'security' ? { toast: 1 } : {}),
    },
  })

const queueMails = async (
  tx: Tx,
  clock: NoticeClock,
  saved: readonly WrittenNotice[],
  findRecipients: FindRecipients,
): Promise<void> => {
  const mailed = saved.filter(({ kind, on }) => specOf(kind).isMailed && on.mail)
  if (mailed.length === 0) return
  const recipients = await findRecipients(
    tx,
    mailed.map(({ uid }) => uid),
  )
  const emails = mailed.flatMap(({ uid, kind, params }) => {
    const to = recipients.get(uid)
    if (to === undefined) return []
    const { title, content } = renderNotice(to.lang, kind, params)
    return [{ ...to, template: `notice.${kind}`, subject: title, text: content }]
  })
  await queueEmails(tx, clock.now(), emails)
}

/** One page of a customer's inbox, in a language. */
export const listNotices = async (
  db: Db,
  uid: number,
  { tab, ...query }: ListNoticesQuery,
  lang: Language,
): Promise<{ readonly rows: NoticeRow[]; readonly total: number }> => {
  const { rows, total } = await listNoticeRows(db, {
    uid,
    kinds: tab === null ? null : kindsOfTab(tab),
    ...query,
  })
  const view = rows.map(({ id, kind, params, created_ms, read_ms }) => ({
    ...{ id, kind },
    ...renderNotice(lang, kind, params),
    time: created_ms,
    read: read_ms !== null,
  }))
  return { rows: view, total }
}

/**
 * Marks one notice of a customer or all as read; returns the number left unread.
 *
 * @throws invalidField (`id`) neither or both are named
 * @throws notFound it is none of the customer's
 */
export const readNotices = async (
  { clock, database: { db } }: Pick<Platform, 'clock' | 'database'>,
  uid: number,
  { id, all }: { readonly id?: number | undefined; readonly all?: unknown },
): Promise<DataOf<'/api/user/noticeRead'>> => {
  if ((id === undefined) === (all === undefined)) throw domainError('invalidField', { field: 'id' })
  const readMs = clock.business()
  const at = { readMs, expiresMs: readMs + readTtlMs }
  if (id === undefined) await updateAllNoticesRead(db, uid, at)
  else if (!(await updateNoticeRead(db, uid, id, at))) throw domainError('notFound')
  return { unread: await countUnreadNotices(db, uid) }
}
