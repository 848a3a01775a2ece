import type { NoticeKind } from '@glasshouse/core/notifications/kinds'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { api } from '../data/api.ts'
import { onBrowserNoticeOpened, showBrowserNotice } from '../data/browserNotices.ts'
import { usePrivateEvents } from '../data/stream.ts'
import { isScreen, paths } from '../paths.ts'
import { phoneBase, site } from '../site.ts'

/** Kinds that every open page shows at once, because the customer may not have caused them. */
const alarming: readonly NoticeKind[] = ['newDevice', 'apiKeyAdded']
/** Newest notices among which that of a push is looked for. */
const newest = 20

const base = site === 'phone' ? phoneBase : ''

/**
 * While it is mounted, shows notices as toasts: about the security of the account, and of topics the customer chose. Where the
 * browser may show them outside the page, and no one looks at it, it does.
 */
export default function NoticeToasts() {
  const [, navigate] = useLocation()
  const latest = useRef(navigate)
  latest.current = navigate
  useEffect(
    () =>
      onBrowserNoticeOpened((link) => latest.current(link.startsWith(base) ? link.slice(base.length) : link)),
    [],
  )
  usePrivateEvents(({ e, data }) => {
    if (e !== 'NOTICE' || !(data.toast === 1 || alarming.some((kind) => kind === data.kind))) return
    api.list('/api/user/noticeList', { unread: 1, pageSize: newest }).then(
      ({ rows }) => {
        const notice = rows.find(({ id }) => id === data.id)
        if (notice === undefined) return
        const { id, title, content: text } = notice
        showToast({ title, text })
        const link = isScreen(notice.link) ? notice.link : paths.notices()
        void showBrowserNotice({ id, title, text, link: base + link }).catch(() => undefined)
      },
      // The inbox keeps it.
      () => undefined,
    )
  })
  return null
}
