import type { MarketRow } from '@glasshouse/core/markets/wire'
import { buttonClass } from '@glasshouse/ui/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useCall } from '../../live/query.ts'
import { useSession } from '../../live/session.ts'
import { isPractice } from '../../mode.ts'
import { LiveChange } from '../../parts/LiveChange.tsx'
import { LivePrice, usePrice } from '../../parts/LivePrice.tsx'
import { useTitle } from '../../parts/useTitle.ts'
import { paths } from '../../paths.ts'
import styles from './Hero.module.css'
import { candlesAcross, drawHouse, picture } from './house.ts'

/** A minute: the newest candle is kept up by the live price in between. */
const candlesEveryMs = 60_000

/** The head of the home page: what this is, and a market seen through the house. */
export function Hero({ market }: { market: MarketRow | undefined }) {
  const { t } = useTranslation('home')
  useTitle(t('title'))
  const signedIn = useSession() !== null
  return (
    <section className={styles.hero}>
      {market ? <LiveHouse market={market} /> : <HousePicture />}
      <div className={styles.wrap}>
        <div className={styles.copy}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <div className={styles.acts}>
            {signedIn ? (
              <Link href={paths.contract()} className={buttonClass({ variant: 'primary', size: 'xl' })}>
                {t('toContract')}
              </Link>
            ) : (
              <>
                <Link href={paths.register()} className={buttonClass({ variant: 'primary', size: 'xl' })}>
                  {isPractice ? t('start') : t('startLive')}
                </Link>
                <Link href={paths.login()} className={buttonClass({ size: 'xl' })}>
                  {t('signIn')}
                </Link>
              </>
            )}
          </div>
        </div>
        {market && (
          <div className={styles.price}>
            {market.procode}
            <b>
              <LivePrice market={market} explain />
            </b>
            <LiveChange market={market} /> <span className={styles.quiet}>{t('live')}</span>
          </div>
        )}
      </div>
    </section>
  )
}

function LiveHouse({ market }: { market: MarketRow }) {
  const { t } = useTranslation('home')
  const candles = useCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1h', limit: candlesAcross },
    { everyMs: candlesEveryMs },
  )
  const house = drawHouse(candles.data ?? [], usePrice(market))
  return <HousePicture house={house} label={t('hero', { symbol: market.procode })} />
}

const { left, right, roof, ridge, width, height } = picture
const middle = (left + right) / 2
const outline = `M${left} ${height - 1}V${roof}L${middle} ${ridge}L${right} ${roof}V${height - 1}z`
const glazing = `M788 539V155.5M864 539V121M940 539V86.5M1016 539V52M1092 539V86.5M1168 539V121M1244 539V155.5M${left} ${roof}H${right}M${left} 300H${right}M${left} 410H${right}M864 121H1168`
const glints = 'M864 539L1092 52h68.4L932.4 539zM962.8 539L1190.8 52h19L981.8 539z'

function HousePicture({ house = null, label }: { house?: ReturnType<typeof drawHouse>; label?: string }) {
  return (
    <svg
      className={styles.picture}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <defs>
        <clipPath id="inside">
          <path d={outline} />
        </clipPath>
        <linearGradient id="fade" x1="0" x2="1">
          <stop offset=".42" stopColor="#fff" stopOpacity="0" />
          <stop offset=".5" stopColor="#fff" stopOpacity=".5" />
          <stop offset="1" stopColor="#fff" stopOpacity=".9" />
        </linearGradient>
        <mask id="far">
          <rect width={width} height={height} fill="url(#fade)" />
        </mask>
      </defs>
      {house && <path className={styles.line} mask="url(#far)" d={`M${house.line}`} />}
      <path className={styles.glass} d={outline} />
      <g clipPath="url(#inside)">
        <path className={styles.glint} d={glints} />
        {house?.candles.map((candle) => (
          <g key={candle.time} className={candle.rises ? styles.rise : styles.fall}>
            <path d={`M${candle.x} ${candle.high}V${candle.low}`} />
            <rect x={candle.x - 4.5} y={candle.bodyTop} width="9" height={candle.bodyHeight} stroke="none" />
          </g>
        ))}
        <path className={styles.bars} d={glazing} />
      </g>
      <path className={styles.frame} d={outline} />
      {house && <circle className={styles.now} cx={house.end[0] - 3} cy={house.end[1]} r="3" />}
    </svg>
  )
}
