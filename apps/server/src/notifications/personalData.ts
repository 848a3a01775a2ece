import type { Db } from '../platform/database/index.ts'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listNotices } from './service/notices.ts'
import { listSwitches } from './service/switches.ts'
import { deleteMessages, listMessages } from './store/messages.ts'
import { deleteNotices } from './store/notices.ts'

const messagesAtMost = 10_000

const messagesTo = async (db: Db, addresses: readonly string[]) => {
  const found = await Promise.all(addresses.map((address) => listMessages(db, address, messagesAtMost)))
  return found.flat().map(({ code: _, ...message }) => message)
}

/** What this module stores about a customer. */
export const noticePersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid, lang, addresses }) => [
    { name: 'messages', rows: () => messagesTo(db, addresses) },
    { name: 'noticeSwitches', rows: () => listSwitches(db, uid) },
    {
      name: 'notices',
      rows: () =>
        exportPages(
          async (page) => (await listNotices(db, uid, { onlyUnread: false, tab: null, ...page }, lang)).rows,
        ),
    },
  ],
  erase: async (tx, { uid, addresses }) => {
    await deleteMessages(tx, addresses)
    await deleteNotices(tx, uid)
  },
}
