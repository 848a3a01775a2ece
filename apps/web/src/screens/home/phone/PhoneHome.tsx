import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { Logo } from '@glasshouse/ui/Logo'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { ListError } from '../../../components/ListError.tsx'
import { LiveChange } from '../../../components/LiveChange.tsx'
import { LivePrice } from '../../../components/LivePrice.tsx'
import { FavouriteIcon } from '../../../components/market/FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from '../../../components/market/favourites.ts'
import { History } from '../../../components/market/History.tsx'
import { NoticeBell } from '../../../components/notices/NoticeBell.tsx'
import { PhoneHead } from '../../../components/page/PhoneHead.tsx'
import { PhoneSearch } from '../../../components/palette/PhoneSearch.tsx'
import { useTitle } from '../../../components/useTitle.ts'
import { useMarkets } from '../../../data/quotes.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { FirstSteps } from '../FirstSteps.tsx'
import { Halving } from '../Halving.tsx'
import { HeroActions } from '../HeroActions.tsx'
import { LedgerFigures } from '../LedgerFigures.tsx'
import { Notices } from '../Notices.tsx'
import { SlideDots } from '../SlideDots.tsx'
import { Ticker } from '../Ticker.tsx'
import { useCarousel } from '../useCarousel.ts'
import { type Slide, useSlides } from '../useSlides.ts'
import styles from './PhoneHome.module.css'

const BonusOffer = lazy(() => import('../BonusOffer.tsx'))

/** Phone layout of the home page: introduction, live markets, and notices. */
export default function PhoneHome() {
  const { t } = useTranslation('home')
  useTitle(t('title'))
  const markets = useMarkets()
  const signedIn = useSession() !== null
  return (
    <>
      <PhoneHead
        title={
          <span className={styles.brand}>
            <Logo />
            <b>Glasshouse</b>
          </span>
        }
      >
        <PhoneSearch />
        {signedIn && <NoticeBell />}
      </PhoneHead>
      <Ticker markets={markets} />
      <PhoneHero />
      <FirstSteps />
      <Suspense fallback={null}>{signedIn && <BonusOffer />}</Suspense>
      <PhoneMarkets markets={markets} />
      <LedgerFigures markets={markets} />
      <div className={styles.section}>
        <Halving />
      </div>
      <div className={styles.section}>
        <Notices />
      </div>
    </>
  )
}

function PhoneHero() {
  const { t } = useTranslation('home')
  const slides = useSlides()
  const turning = useCarousel(slides.length)
  return (
    <section className={styles.hero} aria-label={t('slides.label')} {...turning.hold}>
      <div className={styles.slides}>
        {slides.map((slide, index) => (
          <SlideCopy key={slide.id} slide={slide} shown={index === turning.at} />
        ))}
      </div>
      <div className={styles.acts}>
        <HeroActions link={slides[turning.at]?.link ?? ''} size="l" />
      </div>
      <SlideDots slides={slides} turning={turning} />
    </section>
  )
}

/** Slides are stacked in one grid cell, so that the longest sets the height and the content below does not move. */
function SlideCopy({ slide, shown }: { slide: Slide; shown: boolean }) {
  const [failed, setFailed] = useState(false)
  const Title = shown ? 'h1' : 'b'
  return (
    <div className={shown ? styles.slide : `${styles.slide} ${styles.away}`} aria-hidden={!shown}>
      {typeof slide.picture === 'object' && !failed && (
        <img className={styles.banner} src={slide.picture.url} alt="" onError={() => setFailed(true)} />
      )}
      <Title className={styles.title}>{slide.title}</Title>
      {slide.text !== '' && <p className={styles.lead}>{slide.text}</p>}
    </div>
  )
}

/** Number of markets that fit without scrolling; a link leads to all. */
const atHome = 5

function PhoneMarkets({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  const { t } = useTranslation('home')
  const favourites = useFavourites()
  return (
    <section className={styles.markets}>
      <header className={styles.head}>
        <h2>{t('markets.title')}</h2>
        <Link href={paths.markets()} className={styles.all}>
          {t('markets.all')}
        </Link>
      </header>
      {markets.data === undefined ? (
        markets.error ? (
          <ListError list={markets} title={t('markets.failed')} />
        ) : (
          <div className={styles.waiting} aria-busy="true" />
        )
      ) : markets.data.length === 0 ? (
        <EmptyState icon="candles" title={t('markets.none')} text={t('markets.noneText')} />
      ) : (
        <ul className={`${styles.rows} ${listRowsClass}`}>
          {favouritesFirst(markets.data, favourites)
            .slice(0, atHome)
            .map((market) => (
              <Row key={market.pid} market={market} />
            ))}
        </ul>
      )}
    </section>
  )
}

function Row({ market }: { market: Market }) {
  return (
    <li>
      <Link href={paths.contract({ symbol: market.symbol })} className={listRowClass}>
        <ListRow
          mark={<CoinIcon code={market.symbol} size={28} />}
          title={
            <>
              {market.symbol} <FavouriteIcon symbol={market.symbol} />
            </>
          }
          text={market.title}
          middle={<History market={market} width={72} />}
          value={<LivePrice market={market} />}
          note={<LiveChange market={market} />}
        />
      </Link>
    </li>
  )
}
