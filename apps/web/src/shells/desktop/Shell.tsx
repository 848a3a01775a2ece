import { Toaster } from '@glasshouse/ui/Toast'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrival } from '../useArrival.ts'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

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
