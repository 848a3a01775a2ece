import type { Quantity } from '@glasshouse/core/money/units'
import { Fragment } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { quantityDigits } from '../market/quantities.ts'
import styles from './ChartLayers.module.css'
import type { LegendData } from './chartCanvas.ts'

/** Card with the figures of the hovered candle, on the side of the pointer that has space. */
export default function Tip({
  legend,
  scale,
  lot,
  width,
}: {
  legend: LegendData
  scale: number
  /** Coins per lot; determines the decimals of volumes. */
  lot: Quantity
  width: number
}) {
  const { t } = useTranslation('chart')
  const figures = useFormatters()
  const { row, x } = legend
  if (x === null) return null
  const side = x > width / 2 ? { right: width - x + 16 } : { left: x + 16 }
  const price = (text: string): string => figures.priceText(text, scale)
  const rows = [
    [t('time'), `${figures.day(row.time * 1000)} ${figures.minute(row.time * 1000)}`],
    [t('openLong'), price(row.open)],
    [t('highLong'), price(row.high)],
    [t('lowLong'), price(row.low)],
    [t('closeLong'), price(row.close)],
    [t('volumeLong'), figures.quantityText(row.volume, quantityDigits(lot))],
  ]
  return (
    <div className={styles.tip} style={side} aria-hidden="true">
      {rows.map(([label, figure]) => (
        <Fragment key={label}>
          <span>{label}</span>
          <b>{figure}</b>
        </Fragment>
      ))}
    </div>
  )
}
