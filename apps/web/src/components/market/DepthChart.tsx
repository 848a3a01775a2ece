import type { Market } from '@glasshouse/core/markets/codec'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './BookPane.module.css'
import type { BookView } from './book.ts'
import { depthSteps } from './depthSteps.ts'
import { quantityDigits, showQuantity } from './quantities.ts'

const width = 240
const height = 200

/** Cumulated quantities of both sides around the middle as areas. The rows of the book are its figures. */
export default function DepthChart({ market, view }: { market: Market; view: BookView }) {
  const { t } = useTranslation(['market', 'chartTools'])
  const figures = useFormatters()
  const steps = depthSteps(view, width, height)
  if (steps === null) return <p className={styles.empty}>{t('chartTools:book.noDepth')}</p>
  const digits = quantityDigits(market.lot)
  const [lowest, highest] = [view.bids.at(-1), view.asks[0]]
  const describe = (sum: bigint, price: bigint): string =>
    `${showQuantity(figures, sum, digits).text} · ${figures.price(price, market.scale)}`
  return (
    <figure className={styles.depthChart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chartTools:book.sides.depth')}
      >
        <path className={styles.bidArea} d={steps.bids} />
        <path className={styles.askArea} d={steps.asks} />
      </svg>
      <figcaption>
        <span className={styles.bought}>{lowest && describe(lowest.sum, lowest.price)}</span>
        <span className={styles.sold}>{highest && describe(highest.sum, highest.price)}</span>
      </figcaption>
    </figure>
  )
}
