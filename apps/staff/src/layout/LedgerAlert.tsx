import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { useQueryCall } from '../data/query.ts'
import { instantText } from '../formatters.ts'
import { paths } from '../paths.ts'
import styles from './Shell.module.css'

/** Alert on every page of the console while invariants of the ledger are broken, with their names. */
export function LedgerAlert() {
  const { data } = useQueryCall('/api/trust/status', {}, { everyMs: 60_000 })
  if (data === undefined || data.ledger.sound) return null
  const { broken, since } = data.ledger
  return (
    <div className={styles.ledger} role="alert">
      <Icon name="warning" size={20} />
      <div>
        <strong>
          The ledger is broken{since === null ? '' : ` since ${instantText(since)}, UTC+1`}. New orders,
          transfers to others and withdrawals are suspended until a check of the whole ledger is clean.
        </strong>
        <ul>
          {broken.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <Link href={paths.health()}>See the rows on the health page</Link>
      </div>
    </div>
  )
}
