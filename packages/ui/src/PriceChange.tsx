import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import type { Direction } from './direction.tsx'
import styles from './PriceChange.module.css'

const arrows = { up: '▲ ', down: '▼ ', flat: '' } as const

/** Rise or fall. The arrow repeats the meaning of the colour. */
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
