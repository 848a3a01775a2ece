import styles from './ReserveBar.module.css'

/** How much of a reserve has to stay: the dark part. The figures beside it say the same. */
export function ReserveBar({ balance, floor }: { balance: bigint; floor: bigint }) {
  const share =
    floor === 0n ? 0 : balance <= floor ? 100 : Number.parseInt(((floor * 100n) / balance).toString(), 10)
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </span>
  )
}
