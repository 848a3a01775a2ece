import { Fragment } from 'react'
import styles from './Calculation.module.css'
import { classNames } from './classNames.tsx'

const operators = new Set(['×', '÷', '+', '−', '='])

/**
 * Shows the calculation of a figure in the small line below it. Operators surrounded by spaces take the
 * brand colour; the text after `=` is the result.
 *
 * @example <Calculation sum="0.011 × 65,850.00 ÷ 10 = 72.4350" />
 */
export function Calculation({ sum, className }: { sum: string; className?: string | undefined }) {
  const words = sum.split(' ')
  const equals = words.indexOf('=')
  return (
    <span className={classNames(styles.working, className)}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word is identified by its position
        <Fragment key={index}>
          {index > 0 && ' '}
          {operators.has(word) ? (
            <span className={styles.operator}>{word}</span>
          ) : equals !== -1 && index > equals ? (
            <b className={styles.result}>{word}</b>
          ) : (
            word
          )}
        </Fragment>
      ))}
    </span>
  )
}
