import type { NoticeKind } from '@glasshouse/core/notifications/kinds'
import { showToast } from '@glasshouse/ui/Toast'
import { api } from '../data/api.ts'
import { usePrivateEvents } from '../data/stream.ts'

/** Kinds that every open page shows at once, because the customer may not have caused them. */
const alarming: readonly NoticeKind[] = ['newDevice', 'apiKeyAdded']
/** Newest notices among which that of a push is looked for. */
const newest = 20

/** While it is mounted, shows notices as toasts: about the security of the account, and of topics the customer chose. */
export default function NoticeToasts() {
  usePrivateEvents(({ e, data }) => {
    if (e !== 'NOTICE' || !(data.toast === 1 || alarming.some((kind) => kind === data.kind))) return
    api.list('/api/user/noticeList', { unread: 1, pageSize: newest }).then(
      ({ rows }) => {
        const notice = rows.find(({ id }) => id === data.id)
        if (notice !== undefined) showToast({ title: notice.title, text: notice.content })
      },
      // The inbox keeps it.
      () => undefined,
    )
  })
  return null
}
