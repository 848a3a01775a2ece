import type { Fraction } from '@glasshouse/core/invest/copy/record'
import type { Usdt } from '@glasshouse/core/money/units'
import { classNames } from '@glasshouse/ui/classNames'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './Figures.module.css'
import { fallOf, hundredthsOf } from './percents.ts'

const toneOf = (sign: bigint): string | undefined =>
  sign > 0n ? styles.gain : sign < 0n ? styles.loss : undefined

/** A return of a record in percent with its sign; a dash where the record does not say it. */
export function Return({ fraction }: { fraction: Fraction | null }) {
  return <Change hundredths={fraction === null ? null : hundredthsOf(fraction)} />
}

/** A change in hundredths of a percent with its sign; a dash where there is none. */
export function Change({ hundredths }: { hundredths: bigint | null }) {
  const figures = useFormatters()
  if (hundredths === null) return <span className={styles.quiet}>—</span>
  return <span className={toneOf(hundredths)}>{figures.percent(hundredths, 'always')}</span>
}

/** A fall below the highest value, in percent. */
export function Fall({ fraction }: { fraction: Fraction }) {
  const figures = useFormatters()
  return <span>{figures.percent(fallOf(fraction))}</span>
}

/** An amount gained or lost, with its sign. */
export function Result({ amount, digits = 4 }: { amount: Usdt; digits?: number }) {
  const figures = useFormatters()
  return <span className={toneOf(amount)}>{figures.amount(amount, 'floor', digits, 'always')}</span>
}

const highest = 10

/** Risk score of 1 to 10 as a figure and as steps; a dash with fewer than seven days of record. */
export function RiskScore({ score }: { score: number | null }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  if (score === null) return <span className={styles.quiet}>—</span>
  return (
    <span className={classNames(styles.risk, score > maxOpenScore && styles.high)}>
      <b>{figures.whole(score)}</b>
      <span className="sr-only">{t('ofTen')}</span>
      <span className={styles.steps} aria-hidden="true">
        {Array.from({ length: highest }, (_, at) => (
          <i key={String(at)} className={at < score ? styles.on : undefined} />
        ))}
      </span>
    </span>
  )
}

/** Above it no new follower is accepted. */
const maxOpenScore = 7
