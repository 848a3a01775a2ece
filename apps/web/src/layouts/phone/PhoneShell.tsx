import { Toaster } from '@glasshouse/ui/Toast'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { registerSiteWorkerWhenIdle } from '../../data/siteWorker.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LedgerNotice } from '../LedgerNotice.tsx'
import { useScrollAndFocusReset } from '../useScrollAndFocusReset.ts'
import { BottomBar } from './BottomBar.tsx'
import styles from './PhoneShell.module.css'

const LockBanner = lazy(() => import('../../components/lock/LockBanner.tsx'))

/** Frame of the phone site: the screen and the tab bar. */
export default function PhoneShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const main = useScrollAndFocusReset()
  useEffect(registerSiteWorkerWhenIdle, [])
  const isRestricted = useSession()?.restricted === true
  return (
    <Suspense fallback={null}>
      <div className={styles.shell}>
        <LedgerNotice />
        <main ref={main} id="content" tabIndex={-1} className={styles.main}>
          <Suspense fallback={null}>{isRestricted && <LockBanner />}</Suspense>
          {children}
        </main>
        <BottomBar />
      </div>
      <Toaster label={t('toasts')} closeLabel={t('close')} />
    </Suspense>
  )
}
