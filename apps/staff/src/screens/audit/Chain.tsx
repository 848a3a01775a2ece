import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { useState } from 'react'
import { useQueryCall } from '../../data/query.ts'
import { instantText } from '../../formatters.ts'
import styles from './Audit.module.css'

/**
 * Result of the hash chain verification: of the records since the last full verification, or of all records
 * on request.
 */
export function Chain() {
  const [isWhole, setWhole] = useState(false)
  const { data, problem, busy, reload } = useQueryCall('/staff/api/ledgerCheck', { whole: isWhole ? 1 : 0 })
  const chain = data?.invariants.find(({ name }) => /audit log/.test(name))
  return (
    <div className={styles.chain} role="status">
      {problem !== null && data === undefined && <span>{problem}</span>}
      {chain && (
        <>
          <Badge tone={chain.holds ? 'brand' : 'danger'}>
            <Icon name={chain.holds ? 'check' : 'warning'} size={12} />
            {chain.holds
              ? `chain verified${isWhole ? ' from the first record' : ''}`
              : `chain broken at ${chain.examples.join(', ')}`}
          </Badge>
          <span className={styles.faint}>{data && instantText(data.at)}</span>
        </>
      )}
      <Button size="s" busy={busy && 'Verifying'} onClick={isWhole ? reload : () => setWhole(true)}>
        Verify full chain
      </Button>
    </div>
  )
}
