import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { Icon } from './Icon.tsx'

/** Checkbox with its label. */
export function Checkbox({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className={styles.label}>
      <span className={styles.box}>
        <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
        <Icon name="check" size={12} />
      </span>
      <span>{children}</span>
    </label>
  )
}
