import { Fragment } from 'react'
import styles from './Calculation.module.css'
import { classNames } from './classNames.tsx'

const operators = new Set(['×', '÷', '+', '−', '='])

/**
 * The working: the sum that made a figure, in the small line under it. Operators standing alone between
 * blanks take the brand colour, what follows `=` is the result.
 *
 * @example <Working sum="0.011 × 65,850.00 ÷ 10 = 72.4350" />
 */
export function Calculation({ sum, className }: { sum: string; className?: string | undefined }) {
  const words = sum.split(' ')
  const equals = words.indexOf('=')
  return (
    <span className={classNames(styles.working, className)}>
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word's place is what it is known by
        <Fragment key={place}>
          {place > 0 && ' '}
          {operators.has(word) ? (
            <span className={styles.operator}>{word}</span>
          ) : equals !== -1 && place > equals ? (
            <b className={styles.result}>{word}</b>
          ) : (
            word
          )}
        </Fragment>
      ))}
    </span>
  )
}
