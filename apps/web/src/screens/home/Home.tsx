import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { lazy, Suspense } from 'react'
import { useTitle } from '../../components/useTitle.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Halving } from './Halving.tsx'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'
import { LedgerFigures } from './LedgerFigures.tsx'
import { Markets } from './Markets.tsx'
import { Notices } from './Notices.tsx'
import { Ticker } from './Ticker.tsx'

const BonusOffer = lazy(() => import('./BonusOffer.tsx'))

/** Home page: live prices for visitors, without unearned claims. */
export default function Home() {
  const { t } = useTranslation('home')
  useTitle(t('title'))
  const markets = useMarkets()
  const signedIn = useSession() !== null
  return (
    <>
      <Ticker markets={markets} />
      <Hero market={markets.data?.[0]} />
      <LedgerFigures markets={markets} />
      <div className={styles.columns}>
        <Markets markets={markets} />
        <aside className={styles.side}>
          <FirstSteps />
          <Suspense fallback={null}>{signedIn && <BonusOffer />}</Suspense>
          <Halving />
          <Notices />
        </aside>
      </div>
      <Blurbs />
    </>
  )
}

function Blurb({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className={styles.blurb}>
      <Icon name={icon} size={24} />
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

function Blurbs() {
  const { t } = useTranslation('home')
  return (
    <section className={styles.three}>
      <div className={styles.wrap}>
        <Blurb icon="candles" title={t('blurbs.contractTitle')} text={t('blurbs.contractText')} />
        <Blurb icon="clock" title={t('blurbs.optionTitle')} text={t('blurbs.optionText')} />
        <Blurb icon="house" title={t('blurbs.evidenceTitle')} text={t('blurbs.evidenceText')} />
      </div>
    </section>
  )
}
