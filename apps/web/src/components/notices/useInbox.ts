import type { NoticeTab } from '@glasshouse/core/notifications/spec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { usePagedCall } from '../../data/query.ts'

/** Number of unread notices of the signed-in customer; undefined until it is known. */
export const useUnread = (): number | undefined =>
  usePagedCall('/api/user/noticeList', { unread: 1, ...pageToWire(1, 1) }).total

/** One page of the inbox, of one tab or of all. */
export const useInbox = (tab: NoticeTab | 'all', page: number, pageSize: number) =>
  usePagedCall('/api/user/noticeList', { ...(tab === 'all' ? {} : { tab }), ...pageToWire(page, pageSize) })
