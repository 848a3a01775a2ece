import type { AlertRow } from '@glasshouse/core/alerts/wire'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Link } from 'wouter'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { useLabelled } from '../useLabelled.ts'
import styles from './AlertList.module.css'
import { useAlertText } from './useAlertText.ts'

/** Open price alerts, each with a button that removes it. */
export function AlertList({ rows }: { rows: readonly AlertRow[] }) {
  const { t } = useTranslation('notices')
  if (rows.length === 0) return <p className={styles.none}>{t('alerts.none')}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: AlertRow }) {
  const { t } = useTranslation('notices')
  const labelled = useLabelled()
  const removing = useMutation('/api/user/removePriceAlert')
  const text = useAlertText()(row)
  return (
    <li className={styles.row}>
      <Link href={paths.contract({ symbol: row.symbol })} className={styles.symbol}>
        {row.symbol}
      </Link>
      <span>{text}</span>
      <IconButton
        icon="close"
        small
        className={styles.remove}
        label={labelled(t('alerts.remove'), `${row.symbol} ${text}`)}
        title={t('alerts.remove')}
        onClick={() => void (removing.busy || removing.run({ id: row.id }))}
      />
    </li>
  )
}
