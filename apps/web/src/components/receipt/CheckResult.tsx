import { Icon } from '@glasshouse/ui/Icon'
import styles from './Receipt.module.css'

/** Result of a check in the browser. */
export function CheckResult({ right, text }: { right: boolean; text: string }) {
  return (
    <p className={`${styles.verdict} ${right ? '' : styles.wrong}`} role={right ? 'status' : 'alert'}>
      <Icon name={right ? 'check' : 'warning'} size={14} />
      {text}
    </p>
  )
}
