import { useState } from 'react'
import { classNames } from './classNames.tsx'
import { type Direction, directionOf, firstDifference } from './direction.tsx'
import styles from './NumberText.module.css'

type Figure = { value: string; text: string; direction: Direction; from: number; turn: number }

/** Stores the previous figure, so that only the changed digits are tinted. */
const useChange = (value: string, text: string): Figure => {
  const [last, setLast] = useState<Figure>({ value, text, direction: 'flat', from: text.length, turn: 0 })
  if (last.value === value && last.text === text) return last
  const direction = directionOf(last.value, value)
  const next: Figure = {
    value,
    text,
    // The same amount in another notation (after a change of language) is not a change.
    direction,
    from: direction === 'flat' ? text.length : firstDifference(last.text, text),
    turn: last.turn + 1,
  }
  setLast(next)
  return next
}

/**
 * Figure that changes in place: tabular digits, a flash on change, and a mark when it is stale or the
 * stream is offline. `value` is the decimal text of the wire, `text` the same number formatted.
 */
export function NumberText({
  value,
  text,
  stale,
  offline,
  flash = true,
  className,
}: {
  value: string
  text: string
  /** Age of the value, set when it is stale. */
  stale?: string | undefined
  /** Label for an offline stream; takes precedence over `stale`. */
  offline?: string | undefined
  flash?: boolean
  className?: string | undefined
}) {
  const last = useChange(value, text)
  const still = offline !== undefined || stale !== undefined
  const moves = flash && !still && last.direction !== 'flat'
  const why = offline ?? stale
  return (
    <span className={classNames(styles.number, className)}>
      {moves ? (
        <span key={last.turn} className={classNames(styles.flash, styles[last.direction])}>
          {text.slice(0, last.from)}
          <span className={styles.digits}>{text.slice(last.from)}</span>
        </span>
      ) : (
        <span
          className={offline !== undefined ? styles.offline : stale !== undefined ? styles.stale : undefined}
        >
          {text}
        </span>
      )}
      {why && <span className={styles.why}>{why}</span>}
    </span>
  )
}
