import { IconButton } from '@glasshouse/ui/IconButton'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { useCurrentPath } from '../useCurrentPath.ts'
import styles from './NoticeBell.module.css'
import { useUnread } from './useInbox.ts'

const NoticePanel = lazy(() => import('./NoticePanel.tsx'))

const maxShown = 99

/** Bell with the number of unread notices. It opens a panel on the desktop site, the inbox on the phone site. */
export function NoticeBell() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLButtonElement>(null)
  const unread = useUnread() ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the panel
  useEffect(() => setOpen(false), [here])
  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    bell.current?.focus()
  }
  const isPhone = site === 'phone'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc and leaving close the panel inside
    <div
      ref={box}
      className={styles.box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        close()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !box.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <IconButton
        ref={bell}
        icon="bell"
        iconSize={isPhone ? 20 : 16}
        label={unread === 0 ? t('toasts') : t('unread', { count: unread })}
        title={t('toasts')}
        {...(isPhone ? {} : { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen })}
        onClick={() => (isPhone ? navigate(paths.notices()) : setOpen(!isOpen))}
      />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <NoticePanel unread={unread} />
        </Suspense>
      )}
    </div>
  )
}
