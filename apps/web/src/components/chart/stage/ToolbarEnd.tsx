import { Icon } from '@glasshouse/ui/Icon'
import { saveFile } from '@glasshouse/ui/saveFile'
import { showToast } from '@glasshouse/ui/Toast'
import { serverNow } from '../../../data/clock.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import { useFormatters } from '../../formatters.ts'
import styles from '../ChartPane.module.css'
import type { Canvas } from '../chartCanvas.ts'
import { comparedSymbol } from '../studies/compare.ts'
import { pageTokens } from '../styles.ts'
import { pictureOf } from './picture.ts'

/** Time zone of the chart, and the button that saves a picture of it. */
export default function ToolbarEnd({
  canvas,
  symbol,
  interval,
}: {
  canvas: Canvas
  symbol: string
  interval: string
}) {
  const { t } = useTranslation(['chartTools', 'shell'])
  const figures = useFormatters()
  const save = async (): Promise<void> => {
    const now = serverNow()
    const texts = {
      title: `${symbol} · ${interval}`,
      compared: comparedSymbol(canvas.chart),
      notes: [
        `${figures.day(now)} ${figures.time(now)} ${t('zone')}`,
        ...(isPractice ? [t('shell:practice.badge')] : []),
      ],
    }
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
    saveFile(await pictureOf(canvas.chart, texts, pageTokens()), `${symbol}-${interval}-${stamp}.png`)
  }
  const label = t('picture')
  return (
    <>
      <span className={styles.zone} title={t('zoneLong')}>
        {t('zone')}
      </span>
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        onClick={() => void save().catch(() => showToast({ title: t('pictureFailed'), tone: 'danger' }))}
      >
        <Icon name="camera" />
      </button>
    </>
  )
}
