import type { ExpiryChoice } from '@glasshouse/core/options/rules'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../../components/formatters.ts'
import { useDuration } from '../../../components/option/useDuration.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './OptionTicket.module.css'

/** Durations of the option, each with its payout. */
export function Expiries({
  choices,
  choice,
  onChoose,
}: {
  choices: readonly ExpiryChoice[]
  choice: ExpiryChoice | null
  onChoose: (seconds: number) => void
}) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const durationOf = useDuration()
  return (
    <div>
      <div className={styles.label}>
        <span>{t('box.expiry')}</span>
        <span className={styles.quiet}>{t('box.pays')}</span>
      </div>
      {choice === null ? (
        <Skeleton width="100%" height={52} />
      ) : (
        <SegmentedControl
          label={t('box.expiry')}
          look="tiles"
          className={styles.expiries}
          options={choices.map(({ seconds, percent }) => ({
            value: seconds,
            label: (
              <span className={styles.expiry}>
                <b>{durationOf(seconds)}</b>
                <span>{t('percent', { n: figures.whole(percent) })}</span>
              </span>
            ),
          }))}
          value={choice.seconds}
          onChange={onChoose}
        />
      )}
    </div>
  )
}
