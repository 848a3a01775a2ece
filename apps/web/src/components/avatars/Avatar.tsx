import styles from './Avatar.module.css'
import { drawings } from './drawings.ts'

/** Avatar of a customer by its index. Decorative, because the name is shown beside it. */
export function Avatar({ index, size = 44 }: { index: number; size?: number }) {
  const drawing = drawings[index] ?? drawings[0]
  return (
    <svg
      className={styles.avatar}
      data-tone={drawing?.tone}
      width={size}
      height={size}
      viewBox="-4 -4 40 40"
      aria-hidden="true"
    >
      <circle className={styles.ground} cx="16" cy="16" r="19.5" />
      <path className={styles.area} d={drawing?.area} />
      <path className={styles.lines} d={drawing?.lines} />
    </svg>
  )
}
