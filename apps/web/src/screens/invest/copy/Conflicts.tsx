import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'

/** Whether the lead invited the reader; of a visitor it is not known. */
type Referrer = 0 | 1 | null

const conflictsOf = (referrer: Referrer) =>
  [
    { id: 'counterparty', icon: 'transfer' },
    { id: 'leadEarns', icon: 'person' },
    { id: referrer === null ? 'referrer' : referrer === 1 ? 'isReferrer' : 'noReferrer', icon: 'copy' },
    { id: 'rule', icon: 'lock' },
  ] as const satisfies readonly { id: string; icon: IconName }[]

/** Whose interest differs from a follower's, told before anything is bought. `own`: equity of the lead wallet. */
export function ConflictList({ own, referrer }: { own: string; referrer: Referrer }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  return (
    <ul className={copyStyles.notes}>
      {conflictsOf(referrer).map(({ id, icon }) => (
        <li key={id} className={copyStyles.conflict}>
          <Icon name={icon} size={14} />
          <span className={styles.text}>
            {t(`conflict.${id}`, { own: figures.amountText(own, 'floor') })}
          </span>
        </li>
      ))}
    </ul>
  )
}
