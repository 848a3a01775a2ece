import { classNames } from './classNames.tsx'
import styles from './Skeleton.module.css'

/** The shape of something that is still coming. It does not move. */
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
