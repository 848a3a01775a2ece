import { Skeleton } from '@glasshouse/ui/Skeleton'
import styles from './Rows.module.css'

/** Class name of tabs above a phone list. */
export const rowTabsClass = styles.tabs
/** Class name of a two-line order row; each list defines its columns. */
export const rowClass = styles.row

/** Placeholder rows of the final height. */
export function RowSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.bones} aria-busy="true">
      {[1, 2, 3].map((index) => (
        <Skeleton key={index} width="100%" height={height} />
      ))}
    </div>
  )
}
