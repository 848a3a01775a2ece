import type { Usdt } from '@glasshouse/core/money/units'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'

const conflictsOf = (isReferrer: boolean | null) =>
  [
    { id: 'counterparty', icon: 'transfer' },
    { id: 'leadEarns', icon: 'person' },
    { id: isReferrer === null ? 'referrer' : isReferrer ? 'isReferrer' : 'noReferrer', icon: 'copy' },
    { id: 'rule', icon: 'lock' },
  ] as const satisfies readonly { id: string; icon: IconName }[]

/**
 * Whose interest differs from a follower's, told before anything is bought. `own`: equity of the lead wallet;
 * `isReferrer`: whether the lead invited the reader, null of a visitor.
 */
export function ConflictList({ own, isReferrer }: { own: Usdt; isReferrer: boolean | null }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  return (
    <ul className={copyStyles.notes}>
      {conflictsOf(isReferrer).map(({ id, icon }) => (
        <li key={id} className={copyStyles.conflict}>
          <Icon name={icon} size={14} />
          <span className={styles.text}>{t(`conflict.${id}`, { own: figures.amount(own, 'floor') })}</span>
        </li>
      ))}
    </ul>
  )
}
