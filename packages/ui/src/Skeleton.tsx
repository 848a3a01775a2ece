import { classNames } from './classNames.tsx'
import styles from './Skeleton.module.css'

/** Static placeholder in the shape of content that is loading. */
export function Skeleton({
  width,
  height = 10,
  round = false,
}: {
  width: number | string
  height?: number
  round?: boolean
}) {
  return (
    <span
      className={classNames(styles.bone, round && styles.round)}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
