import type { OptionType } from '@glasshouse/core/options/rules'
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
  onBuy: (type: OptionType) => void
}) {
  const { t } = useTranslation('options')
  const button = (type: OptionType) => (
    <Button
      variant={type === 'call' ? 'up' : 'down'}
      busy={busy && t('box.placing')}
      reason={off}
      aria-describedby={off ? reasonId : undefined}
      onClick={() => onBuy(type)}
    >
      <span className={styles.says}>
        <b>{type === 'call' ? `▲ ${t('call')}` : `▼ ${t('put')}`}</b>
        <small>{t(type === 'call' ? 'box.above' : 'box.below', { price })}</small>
      </span>
    </Button>
  )
  return (
    <div className={styles.callPut}>
      {button('call')}
      {button('put')}
    </div>
  )
}
