import { Toaster } from '@glasshouse/ui/Toast'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

/** Another screen begins at its top, and the keyboard begins in it. */
const useArrival = () => {
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(location)
  useEffect(() => {
    if (last.current === location) return
    last.current = location
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [location])
  return main
}

/** The frame of every screen: the top bar, the screen, and where notices appear. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const main = useArrival()
  return (
    <Suspense fallback={null}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content">
          {t('nav.skip')}
        </a>
        <TopBar />
        <main ref={main} id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Toaster label={t('toasts')} closeLabel={t('close')} />
    </Suspense>
  )
}
