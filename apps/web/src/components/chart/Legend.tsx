import { type Quantity, quantity } from '@glasshouse/core/money/units'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { showQuantity, volumeDigits } from '../market/quantities.ts'
import styles from './ChartLayers.module.css'
import type { LegendData } from './chartCanvas.ts'

/** Figures of the hovered candle, or of the current one. */
export default function Legend({
  legend,
  scale,
  lot,
  averages,
}: {
  legend: LegendData
  scale: number
  /** Coins per lot; determines the decimals of volumes. */
  lot: Quantity
  averages: boolean
}) {
  const { t } = useTranslation('chart')
  const figures = useFormatters()
  const { row, ma7, ma30 } = legend
  const direction = row.close === row.open ? undefined : legend.rises ? styles.up : styles.down
  const price = (text: string): string => figures.priceText(text, scale)
  const average = (value: number): string => figures.plain(value.toFixed(scale))
  return (
    <div className={styles.legend} data-pointed={legend.x !== null || undefined} aria-hidden="true">
      <span>
        {t('open')} <b>{price(row.open)}</b>
      </span>
      <span>
        {t('high')} <b>{price(row.high)}</b>
      </span>
      <span>
        {t('low')} <b>{price(row.low)}</b>
      </span>
      <span>
        {t('close')} <b className={direction}>{price(row.close)}</b>
      </span>
      <span>
        {t('volume')} <b>{showQuantity(figures, quantity(row.volume), volumeDigits(lot)).text}</b>
      </span>
      {averages && ma7 !== null && <span className={styles.ma7}>MA7 {average(ma7)}</span>}
      {averages && ma30 !== null && <span className={styles.ma30}>MA30 {average(ma30)}</span>}
    </div>
  )
}
