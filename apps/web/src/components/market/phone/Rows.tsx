import { Skeleton } from '@glasshouse/ui/Skeleton'
import styles from './Rows.module.css'

/** The class of tabs over a list on a phone. */
export const rowTabsClass = styles.tabs
/** The class of an order as a row of two lines; each list lays out its own columns. */
export const rowClass = styles.row

/** Rows on their way, as high as they will be. */
export function RowSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.bones} aria-busy="true">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} width="100%" height={height} />
      ))}
    </div>
  )
}
