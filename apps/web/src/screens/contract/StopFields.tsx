import { priceScale } from '@glasshouse/core/money/units'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { fixedText, useFigures } from '../../parts/figures.ts'
import { NumberField } from '../../parts/NumberField.tsx'
import type { OneStop, StopsView } from './stops.ts'
import styles from './Ticket.module.css'

/** The field of one stop, with what is wrong with it and the price that would pass as a link. */
function StopField({
  label,
  text,
  stop,
  scale,
  onChange,
}: {
  label: string
  text: string
  stop: OneStop
  scale: number
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const { fault } = stop
  const passes = fault?.kind === 'wrongSide' ? fault.passes : null
  return (
    <NumberField
      className={styles.stop}
      align="right"
      label={label}
      placeholder="—"
      value={text}
      onChange={onChange}
      error={fault && (fault.kind === 'notPrice' ? t('ticket.wrongPrice') : t(`stops.${fault.rule}`))}
      fix={
        passes === null
          ? undefined
          : {
              text: t('stops.take', { price: figures.price(passes, scale) }),
              onUse: () => onChange(fixedText(passes, priceScale, scale, 'truncate')),
            }
      }
    />
  )
}

/** Stop-profit and stop-loss side by side; left empty they are not set. */
export function StopFields({
  profitText,
  lossText,
  view,
  scale,
  onProfit,
  onLoss,
}: {
  profitText: string
  lossText: string
  view: StopsView
  scale: number
  onProfit: (text: string) => void
  onLoss: (text: string) => void
}) {
  const { t } = useTranslation('contract')
  return (
    <div className={styles.stops}>
      <StopField
        label={t('stops.profit')}
        text={profitText}
        stop={view.profit}
        scale={scale}
        onChange={onProfit}
      />
      <StopField label={t('stops.loss')} text={lossText} stop={view.loss} scale={scale} onChange={onLoss} />
    </div>
  )
}
