import { useState } from 'react'
import { classNames } from './classNames.tsx'
import { type Direction, directionOf, firstDifference } from './direction.tsx'
import styles from './NumberText.module.css'

type Shown = { value: string; text: string; direction: Direction; from: number; turn: number }

/** Remembers the figure before this one, so that only the digits that changed are tinted. */
const useChange = (value: string, text: string): Shown => {
  const [shown, setShown] = useState<Shown>({ value, text, direction: 'flat', from: text.length, turn: 0 })
  if (shown.value === value && shown.text === text) return shown
  const direction = directionOf(shown.value, value)
  const next: Shown = {
    value,
    text,
    // The same amount written otherwise (another language) is no change.
    direction,
    from: direction === 'flat' ? text.length : firstDifference(shown.text, text),
    turn: shown.turn + 1,
  }
  setShown(next)
  return next
}

/**
 * A figure that changes while one looks: tabular, flashes behind itself on a change, and shows when it is
 * old or the stream is down. `value` is the wire's decimal string, `text` the same for the reader.
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
  /** The age, once it is too old to look live. */
  stale?: string | undefined
  /** The word for a stream that is down; wins over `stale`. */
  offline?: string | undefined
  flash?: boolean
  className?: string | undefined
}) {
  const shown = useChange(value, text)
  const still = offline !== undefined || stale !== undefined
  const moves = flash && !still && shown.direction !== 'flat'
  const why = offline ?? stale
  return (
    <span className={classNames(styles.number, className)}>
      {moves ? (
        <span key={shown.turn} className={classNames(styles.flash, styles[shown.direction])}>
          {text.slice(0, shown.from)}
          <span className={styles.digits}>{text.slice(shown.from)}</span>
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
