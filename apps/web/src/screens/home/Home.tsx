import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { Logo } from '@glasshouse/ui/Logo'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useMarkets } from '../../live/quotes.ts'
import { useSession } from '../../live/session.ts'
import { isPractice } from '../../mode.ts'
import { LiveChange } from '../../parts/LiveChange.tsx'
import { LivePrice } from '../../parts/LivePrice.tsx'
import { navigation, paths } from '../../paths.ts'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'
import { Markets } from './Markets.tsx'

/** The front door: live prices before anybody signs in, and nothing that nobody earned. */
export default function Home() {
  const markets = useMarkets()
  return (
    <>
      <Ticker markets={markets} />
      <Hero market={markets.data?.[0]} />
      <Markets markets={markets} />
      <Blurbs />
      <Foot />
    </>
  )
}

function Ticker({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  const { t } = useTranslation('home')
  const lap = (hidden: boolean) => (
    <div className={styles.lap} aria-hidden={hidden || undefined}>
      {markets.data?.map((market) => (
        <Link
          key={market.pid}
          href={paths.contract({ symbol: market.procode })}
          className={styles.item}
          tabIndex={hidden ? -1 : 0}
        >
          <span className={styles.symbol}>{market.procode}</span>
          <LivePrice market={market} flash={false} />
          <LiveChange market={market} />
        </Link>
      ))}
    </div>
  )
  return (
    <section className={styles.ticker} aria-label={t('markets.title')}>
      <div className={styles.belt}>
        {lap(false)}
        {lap(true)}
      </div>
    </section>
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
        <Blurb icon="house" title={t('blurbs.evidenceTitle')} text={t('blurbs.evidenceText')} />
        <Blurb icon="check" title={t('blurbs.booksTitle')} text={t('blurbs.booksText')} />
      </div>
    </section>
  )
}

function Foot() {
  const { t } = useTranslation('home')
  const { t: shell } = useTranslation('shell')
  const signedIn = useSession() !== null
  return (
    <footer className={styles.foot}>
      <div className={styles.wrap}>
        <Link href={paths.home()} className={styles.brand}>
          <Logo />
          Glasshouse
        </Link>
        <nav aria-label={t('notice.trade')}>
          <h2>{t('notice.trade')}</h2>
          {navigation
            .filter((name) => name === 'contract' || name === 'quotes' || name === 'subscription')
            .map((name) => (
              <Link key={name} href={paths[name]()}>
                {shell(`nav.${name}`)}
              </Link>
            ))}
        </nav>
        <nav aria-label={t('notice.account')}>
          <h2>{t('notice.account')}</h2>
          {signedIn ? (
            <Link href={paths.mine()}>{shell('nav.mine')}</Link>
          ) : (
            <>
              <Link href={paths.login()}>{shell('session.signIn')}</Link>
              <Link href={paths.register()}>{shell('session.signUp')}</Link>
            </>
          )}
        </nav>
        <div>
          <h2>{t('notice.riskTitle')}</h2>
          <p>{t('notice.riskText')}</p>
          {isPractice && <p>{t('notice.practiceText')}</p>}
        </div>
      </div>
    </footer>
  )
}
