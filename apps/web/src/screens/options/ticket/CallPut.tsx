import type { OptionType } from '@glasshouse/core/options/rules'
import { Button } from '@glasshouse/ui/Button'
import { useDuration } from '../../../components/option/useDuration.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { type BoxProblem, isPenniless } from './box.ts'
import { type CooldownView, cooldownSteps, lockStepMs } from './cooldown.ts'
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

/** Why no option can be bought now, one sentence; null if one can. */
export const useReason = (problem: BoxProblem | null, lock: CooldownView): string | null => {
  const { t } = useTranslation('options')
  const durationOf = useDuration()
  if (!lock.isReady) return t('box.locked', { time: durationOf(lock.secondsLeft) })
  if (problem === null) return null
  const reasons = {
    noPrice: t('box.noPrice'),
    noOffer: t('box.noOffer'),
    empty: t('box.empty'),
    wrong: t('box.wrong'),
    tooMany: t('box.tooMany'),
    limits: t('box.correct'),
    balanceLow: t(isPenniless(problem) ? 'box.start' : 'box.low'),
  }
  return reasons[problem.kind]
}

/** Ten steps between two orders, one every three seconds, and the reason why the buttons are disabled. */
export function CooldownSteps({
  id,
  lock,
  reason,
}: {
  /** Id for `aria-describedby` of the buttons. */
  id: string
  lock: CooldownView
  reason: string | null
}) {
  const { t } = useTranslation('options')
  const pips = Array.from({ length: cooldownSteps }, (_, step) => step)
  return (
    <div className={styles.lock}>
      <span className={styles.pips} aria-hidden="true">
        {pips.map((step) => (
          <i key={step} data-on={step < lock.steps || undefined} />
        ))}
      </span>
      <span className={styles.lockText}>
        <span id={id}>{reason ?? t('box.ready')}</span>
        <span className={styles.quiet}>
          {t('box.lock', { of: cooldownSteps, seconds: lockStepMs / 1000 })}
        </span>
      </span>
    </div>
  )
}
