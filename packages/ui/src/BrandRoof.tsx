import styles from './BrandRoof.module.css'
import { classNames } from './classNames.tsx'

/** Decorative roof line above the panes that carry the brand. */
export function BrandRoof({ height = 34, className }: { height?: number; className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.roof, className)}
      style={{ height }}
      viewBox={`0 0 296 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M.5 ${height} 148 1l147.5 ${height - 1}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
