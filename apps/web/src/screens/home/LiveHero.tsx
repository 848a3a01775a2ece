import type { Market } from '@glasshouse/core/markets/codec'
import { useQueryCall } from '../../data/query.ts'
import { usePrice } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Hero.module.css'
import { HeroIllustration } from './HeroIllustration.tsx'
import { candlesAcross, picture, renderHeroScene } from './house.ts'

/** Polling interval of the candles; in between, the live price updates the newest one. */
const candlesEveryMs = 60_000
const { width, height } = picture

/** Slide with the live chart of a market. */
export function LiveHero({ market }: { market: Market }) {
  const { t } = useTranslation('home')
  const candles = useQueryCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1h', limit: candlesAcross },
    { everyMs: candlesEveryMs },
  )
  const house = renderHeroScene(candles.data ?? [], usePrice(market))
  return (
    <HeroIllustration
      label={t('hero', { symbol: market.symbol })}
      behind={
        house && (
          <>
            <defs>
              <linearGradient id="fade" x1="0" x2="1">
                <stop offset=".42" stopColor="#fff" stopOpacity="0" />
                <stop offset=".5" stopColor="#fff" stopOpacity=".5" />
                <stop offset="1" stopColor="#fff" stopOpacity=".9" />
              </linearGradient>
              <mask id="far">
                <rect width={width} height={height} fill="url(#fade)" />
              </mask>
            </defs>
            <path className={styles.line} mask="url(#far)" d={`M${house.line}`} />
          </>
        )
      }
      before={house && <circle className={styles.now} cx={house.end[0] - 3} cy={house.end[1]} r="3" />}
    >
      {house?.candles.map((candle) => (
        <g key={candle.time} className={candle.rises ? styles.rise : styles.fall}>
          <path d={`M${candle.x} ${candle.high}V${candle.low}`} />
          <rect x={candle.x - 4.5} y={candle.bodyTop} width="9" height={candle.bodyHeight} stroke="none" />
        </g>
      ))}
    </HeroIllustration>
  )
}
