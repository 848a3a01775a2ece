import type { ReactNode } from 'react'
import { join } from './classNames.tsx'
import styles from './Facts.module.css'

export type FactItem = {
  readonly id: string
  readonly label: ReactNode
  readonly value: ReactNode
  /** A line under the pair, for the working. */
  readonly working?: ReactNode
  /** Stands under a bar: what the others come to. */
  readonly total?: boolean
}

/** Pairs of a word and its figure, the figure at the right. */
export function Facts({
  items,
  dense = false,
  className,
}: {
  items: readonly FactItem[]
  dense?: boolean
  className?: string | undefined
}) {
  return (
    <dl className={join(styles.facts, dense && styles.dense, className)}>
      {items.map((item) => (
        <div key={item.id} className={join(styles.fact, item.total && styles.total)}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
          {item.working && <dd className={styles.working}>{item.working}</dd>}
        </div>
      ))}
    </dl>
  )
}
