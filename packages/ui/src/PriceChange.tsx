import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import type { Direction } from './direction.tsx'
import styles from './PriceChange.module.css'

const arrows = { up: '▲ ', down: '▼ ', flat: '' } as const

/** A rise or a fall: the arrow says what the colour says. */
export function PriceChange({
  direction,
  arrow = true,
  className,
  children,
}: {
  direction: Direction
  arrow?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span className={classNames(styles.change, styles[direction], className)}>
      {arrow && arrows[direction]}
      {children}
    </span>
  )
}
