import { IconButton } from '@glasshouse/ui/IconButton'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Canvas } from '../chartCanvas.ts'
import { belowPrices } from './belowPrices.ts'
import styles from './Stage.module.css'

/** Button that returns to the newest candle; only while it is out of view. */
export function NowButton({ canvas }: { canvas: Canvas }) {
  const { t } = useTranslation('chartTools')
  const [isAway, setAway] = useState(false)
  const { chart } = canvas
  useEffect(() => {
    const look = (): void => setAway(chart.getVisibleRange().realTo < chart.getDataList().length - 1)
    chart.subscribeAction('onVisibleRangeChange', look)
    return () => chart.unsubscribeAction('onVisibleRangeChange', look)
  }, [chart])
  if (!isAway) return null
  return (
    <span className={styles.now} style={{ top: belowPrices(canvas) - 40 }}>
      <IconButton
        icon="toNow"
        label={t('now')}
        title={t('now')}
        onClick={() => chart.scrollToRealTime(150)}
      />
    </span>
  )
}
