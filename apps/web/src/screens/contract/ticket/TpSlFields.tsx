import { priceScale } from '@glasshouse/core/money/units'
import type { FieldFix } from '@glasshouse/ui/Field'
import { formatFixed, useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { StopsView, TpSlField } from '../stops.ts'
import styles from './Ticket.module.css'

/** Error of a TP or SL field with an allowed price as a link; null if valid. */
export const useStopMistake = (
  { fault }: TpSlField,
  scale: number,
  onChange: (text: string) => void,
): { error: string; fix: FieldFix | undefined } | null => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  if (fault === null) return null
  if (fault.kind === 'notPrice') return { error: t('ticket.wrongPrice'), fix: undefined }
  const { passes, rule } = fault
  const fix =
    passes === null
      ? undefined
      : {
          text: t('stops.take', { price: figures.price(passes, scale) }),
          onUse: () => onChange(formatFixed(passes, priceScale, scale, 'truncate')),
        }
  return { error: t(`stops.${rule}`), fix }
}

/** Field for take profit or stop loss, with its error and an allowed price as a link. */
function StopField({
  label,
  text,
  stop,
  scale,
  messageId,
  onChange,
}: {
  label: string
  text: string
  stop: TpSlField
  scale: number
  messageId: string | undefined
  onChange: (text: string) => void
}) {
  const mistake = useStopMistake(stop, scale, onChange)
  return (
    <NumberField
      className={styles.stop}
      align="right"
      label={label}
      placeholder="—"
      value={text}
      onChange={onChange}
      error={mistake?.error}
      fix={mistake?.fix}
      errorAt={messageId}
    />
  )
}

/** Take profit and stop loss side by side; empty fields are not set. */
export function TpSlFields({
  profitText,
  lossText,
  view,
  scale,
  messageId,
  onProfit,
  onLoss,
}: {
  profitText: string
  lossText: string
  view: StopsView
  scale: number
  /** Id of the element that shows the errors, if it is not below the fields. */
  messageId?: string
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
        messageId={messageId}
        onChange={onProfit}
      />
      <StopField
        label={t('stops.loss')}
        text={lossText}
        stop={view.loss}
        scale={scale}
        messageId={messageId}
        onChange={onLoss}
      />
    </div>
  )
}
