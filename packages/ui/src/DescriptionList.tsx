import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import styles from './DescriptionList.module.css'

export type DescriptionItem = {
  readonly id: string
  readonly label: ReactNode
  readonly value: ReactNode
  /** Line below the pair that shows the calculation. */
  readonly working?: ReactNode
  /** Drawn below a line: the sum of the other items. */
  readonly total?: boolean
}

/** List of label and value pairs, with the values aligned right. */
export function DescriptionList({
  items,
  dense = false,
  columns = 1,
  className,
}: {
  items: readonly DescriptionItem[]
  dense?: boolean
  /** Pairs side by side; long labels end with an ellipsis. */
  columns?: 1 | 2
  className?: string | undefined
}) {
  return (
    <dl className={classNames(styles.facts, dense && styles.dense, columns === 2 && styles.two, className)}>
      {items.map((item) => (
        <div key={item.id} className={classNames(styles.fact, item.total && styles.total)}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
          {item.working && <dd className={styles.working}>{item.working}</dd>}
        </div>
      ))}
    </dl>
  )
}
