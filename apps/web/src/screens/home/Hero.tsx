import type { Market } from '@glasshouse/core/markets/codec'
import { useState } from 'react'
import { LiveChange } from '../../components/LiveChange.tsx'
import { LivePrice } from '../../components/LivePrice.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Hero.module.css'
import { HeroActions } from './HeroActions.tsx'
import { HeroIllustration, LedgerIllustration, ReceiptsPicture } from './HeroIllustration.tsx'
import { LiveExample } from './LiveExample.tsx'
import { LiveHero } from './LiveHero.tsx'
import { SlideDots } from './SlideDots.tsx'
import { useCarousel } from './useCarousel.ts'
import { type Slide, useSlides } from './useSlides.ts'

/** Carousel at the top of the home page; the first slide shows a live market. */
export function Hero({ market }: { market: Market | undefined }) {
  const { t } = useTranslation('home')
  const slides = useSlides()
  const turning = useCarousel(slides.length)
  const slide = slides[turning.at]
  if (slide === undefined) return null
  return (
    <section className={styles.hero} aria-label={t('slides.label')} {...turning.hold}>
      <SlidePicture slide={slide} market={market} />
      <div className={styles.wrap}>
        <div key={slide.id} className={styles.copy}>
          <h1 className={styles.title}>{slide.title}</h1>
          {slide.text !== '' && <p className={styles.lead}>{slide.text}</p>}
          <div className={styles.acts}>
            <HeroActions link={slide.link} size="xl" />
          </div>
        </div>
        {slide.picture === 'market' && market && (
          <>
            <Price market={market} />
            <LiveExample market={market} />
          </>
        )}
        <SlideDots slides={slides} turning={turning} className={styles.dots} />
      </div>
    </section>
  )
}

function SlidePicture({ slide, market }: { slide: Slide; market: Market | undefined }) {
  if (slide.picture === 'receipts') return <ReceiptsPicture />
  if (slide.picture === 'books') return <LedgerIllustration />
  if (slide.picture === 'market') return market ? <LiveHero market={market} /> : <HeroIllustration />
  return <Banner key={slide.picture.url} url={slide.picture.url} />
}

/** Picture of the operator; the default illustration is shown if it fails to load. */
function Banner({ url }: { url: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <HeroIllustration />
  return <img className={styles.banner} src={url} alt="" onError={() => setFailed(true)} />
}

function Price({ market }: { market: Market }) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.price}>
      {t('span', { symbol: market.symbol })}
      <b>
        <LivePrice market={market} explain />
      </b>
      <LiveChange market={market} /> <span className={styles.quiet}>{t('live')}</span>
    </div>
  )
}
