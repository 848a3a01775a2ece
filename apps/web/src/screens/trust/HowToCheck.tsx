import type { Path } from '@glasshouse/core/calls'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Trust.module.css'

/** Foot of a panel: as of when its figures are, how to check them, and the call that answers the same ones. */
export function HowToCheck({ text, call, at }: { text: string; call: Path; at?: number | undefined }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  return (
    <details className={styles.how}>
      <summary>{t('how.title')}</summary>
      <p>{text}</p>
      <p>
        {at === undefined ? null : t('how.asOf', { time: figures.full(at) })} {t('how.call')}{' '}
        <code>{call}</code>
      </p>
    </details>
  )
}
