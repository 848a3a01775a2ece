import { formatUsdt } from '@glasshouse/core/money/units'
import { Calculation } from '@glasshouse/ui/Calculation'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Outcome } from './box.ts'
import styles from './OptionTicket.module.css'

/** CSS width of a share in hundredths of a percent, for drawing only. */
const widthOf = (hundredths: bigint): string => `${Number.parseInt(hundredths.toString(), 10) / 100}%`

/** Profit of a win, loss, break-even probability, and expected loss at even odds. */
export function Payout({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const stake = outcome && figures.plain(formatUsdt(outcome.stake))
  const win = outcome && figures.plain(formatUsdt(outcome.win))
  const wins = outcome ? figures.amount(outcome.win, 'floor', 4, 'always') : '—'
  const loses = outcome ? figures.amount(-outcome.stake, 'away', 4, 'always') : '—'
  const expected = outcome ? figures.amount(-outcome.expectedLoss, 'away', 4, 'always') : '—'
  const percent = outcome && t('percent', { n: figures.whole(outcome.percent) })
  return (
    <dl className={styles.payout}>
      <div>
        <dt>{t('box.ifWins')}</dt>
        <dd title={wins}>{wins}</dd>
        <dd className={styles.working}>{outcome && <Calculation sum={`${stake} × ${percent}`} />}</dd>
      </div>
      <div>
        <dt>{t('box.ifLoses')}</dt>
        <dd title={loses}>{loses}</dd>
        <dd className={styles.working}>{t('box.whole')}</dd>
      </div>
      <div className={styles.full}>
        <dt>{t('box.breakEven')}</dt>
        <dd>{outcome ? figures.percent(outcome.breakEven) : '—'}</dd>
        <dd className={styles.bar} aria-hidden="true">
          <i style={{ width: outcome ? widthOf(outcome.breakEven) : 0 }} />
        </dd>
        <dd className={styles.working}>
          {outcome ? <Calculation sum={`${stake} ÷ ( ${stake} + ${win} )`} /> : <span />}
          <span>{t('box.coin')}</span>
        </dd>
      </div>
      <div className={styles.full}>
        <dt>{t('box.expected')}</dt>
        <dd title={expected}>{expected}</dd>
        <dd className={styles.working}>{outcome && <Calculation sum={`( ${stake} − ${win} ) ÷ 2`} />}</dd>
      </div>
    </dl>
  )
}

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
