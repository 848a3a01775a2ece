import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { instantText } from '../../figures.ts'
import { useCall } from '../../live/query.ts'
import styles from './Audit.module.css'

/** Whether every record of the log continues the one before: recomputed by the server on demand. */
export function Chain() {
  const { data, problem, busy, reload } = useCall('/staff/api/ledgerCheck', {})
  const chain = data?.invariants.find(({ name }) => /audit log/.test(name))
  return (
    <div className={styles.chain} role="status">
      {problem !== null && data === undefined && <span>{problem}</span>}
      {chain && (
        <>
          <Badge tone={chain.holds ? 'brand' : 'danger'}>
            <Icon name={chain.holds ? 'check' : 'warning'} size={12} />
            {chain.holds ? 'chain verified' : `chain broken at ${chain.examples.join(', ')}`}
          </Badge>
          <span className={styles.faint}>{data && instantText(data.at)}</span>
        </>
      )}
      <Button size="s" busy={busy && 'Verifying'} onClick={reload}>
        Verify again
      </Button>
    </div>
  )
}
