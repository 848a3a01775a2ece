import type { ReactNode, Ref } from 'react'
import { join } from './classNames.tsx'
import { PaneGlyph } from './PaneGlyph.tsx'
import styles from './PaneMark.module.css'

/** The pane mark: opens the receipt behind a figure. Never decoration. */
export function PaneMark({
  label,
  onClick,
  children,
  quiet = false,
  size,
  ref,
}: {
  /** What opens, for a screen reader and the tooltip. */
  label: string
  onClick: () => void
  children?: ReactNode
  quiet?: boolean
  size?: number
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={join(styles.mark, quiet && styles.quiet, !children && styles.alone)}
      aria-label={children ? undefined : label}
      title={label}
      onClick={onClick}
    >
      <PaneGlyph size={size ?? (children ? 12 : 14)} />
      {children && <span>{children}</span>}
    </button>
  )
}
