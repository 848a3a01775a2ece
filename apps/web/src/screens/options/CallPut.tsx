import { Button } from '@glasshouse/ui/Button'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './OptionTicket.module.css'

/** The CALL and PUT buttons; each says on which side of the current price it wins. */
export function CallPut({
  price,
  busy,
  off,
  reasonId,
  onBuy,
}: {
  price: string
  busy: boolean
  /** Both are disabled; the reason is shown elsewhere. */
  off: boolean
  reasonId: string
  onBuy: (ostyle: 0 | 1) => void
}) {
  const { t } = useTranslation('options')
  const button = (ostyle: 0 | 1) => (
    <Button
      variant={ostyle === 0 ? 'up' : 'down'}
      busy={busy && t('box.placing')}
      reason={off}
      aria-describedby={off ? reasonId : undefined}
      onClick={() => onBuy(ostyle)}
    >
      <span className={styles.says}>
        <b>{ostyle === 0 ? `▲ ${t('call')}` : `▼ ${t('put')}`}</b>
        <small>{t(ostyle === 0 ? 'box.above' : 'box.below', { price })}</small>
      </span>
    </Button>
  )
  return (
    <div className={styles.callPut}>
      {button(0)}
      {button(1)}
    </div>
  )
}
