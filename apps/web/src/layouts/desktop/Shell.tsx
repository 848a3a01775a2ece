import { Toaster } from '@glasshouse/ui/Toast'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { LedgerNotice } from '../LedgerNotice.tsx'
import { useScrollAndFocusReset } from '../useScrollAndFocusReset.ts'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

const LockBanner = lazy(() => import('../../components/lock/LockBanner.tsx'))
const Footer = lazy(() => import('./Footer.tsx'))

/** Screens that fill the viewport without page scrolling; they have no footer. */
const tradeScreens: readonly string[] = [paths.contract(), paths.quotes(), paths.kline()]

/** Frame of every screen: top bar, screen, footer and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const main = useScrollAndFocusReset()
  const isRestricted = useSession()?.restricted === true
  const [location] = useLocation()
  const [search] = useSearchParams()
  const scrolls = !tradeScreens.includes(location)
  return (
    <Suspense fallback={null}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content">
          {t('nav.skip')}
        </a>
        {location === paths.contract() && search.get('type') !== 'ipo' && (
          <a className={styles.skip} href="#order-form">
            {t('nav.skipToOrder')}
          </a>
        )}
        <TopBar />
        <LedgerNotice />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className={scrolls ? `${styles.main} ${styles.scrolls}` : styles.main}
        >
          <Suspense fallback={null}>{isRestricted && <LockBanner />}</Suspense>
          {children}
        </main>
        {scrolls && (
          <Suspense fallback={null}>
            <Footer />
          </Suspense>
        )}
      </div>
      <Toaster label={t('toasts')} closeLabel={t('close')} />
    </Suspense>
  )
}
