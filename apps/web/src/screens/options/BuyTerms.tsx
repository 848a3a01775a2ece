import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Outcome } from './box.ts'
import styles from './OptionTicket.module.css'

/** Payout per result, and that there is no fee. */
export function Terms({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const rows = [
    [t('box.returned'), outcome ? figures.amount(outcome.back, 'floor') : '—'],
    [t('box.fee'), figures.amount(0n, 'floor')],
    [t('box.equal'), t('box.back')],
    [t('box.silent'), t('box.back')],
  ]
  return (
    <dl className={styles.terms}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Note that the payout is reserved before the option opens. */
export function Escrow({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  return (
    <div className={styles.escrow}>
      <h2>
        <EvidenceIcon size={14} />
        {t('escrow.title')}
      </h2>
      <p>
        {outcome
          ? t('escrow.text', { amount: figures.amount(outcome.win, 'floor') })
          : t('escrow.textNothing')}
      </p>
    </div>
  )
}
