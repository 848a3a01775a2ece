import type { ReactNode } from 'react'
import styles from './Rewards.module.css'

/** One row of what is reached step by step: its mark, what it is, what it pays, and its state or action. */
export function Step({
  mark,
  isDone,
  title,
  text,
  money,
  share,
  children,
}: {
  mark: ReactNode
  isDone: boolean
  title: string
  text?: ReactNode
  /** USDT. */
  money: string
  /** How much of it is reached, 0 to 1; the state says it in words. */
  share?: number
  children: ReactNode
}) {
  return (
    <li>
      <span className={styles.mark} data-done={isDone || undefined} aria-hidden="true">
        {mark}
      </span>
      <span className={styles.what}>
        <b>{title}</b>
        {text}
        {share !== undefined && (
          <span className={styles.reached} aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </span>
      <span className={styles.money}>{`${money} USDT`}</span>
      <span className={styles.state}>{children}</span>
    </li>
  )
}
