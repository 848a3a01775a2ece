import type { ReactNode } from 'react'
import styles from './Receipt.module.css'

/** One line of a calculation: operator, label and figure. */
export function CalculationLine({
  operator = '',
  label,
  figure,
  total = false,
}: {
  operator?: string
  label: ReactNode
  figure: ReactNode
  total?: boolean
}) {
  const look = total ? styles.total : ''
  return (
    <>
      <span className={`${styles.operator} ${look}`}>{operator}</span>
      <span className={look}>{label}</span>
      <span className={`${styles.figure} ${look}`}>{figure}</span>
    </>
  )
}
