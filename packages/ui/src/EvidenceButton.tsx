import type { ReactNode, Ref } from 'react'
import { classNames } from './classNames.tsx'
import styles from './EvidenceButton.module.css'
import { EvidenceIcon } from './EvidenceIcon.tsx'

/** The pane mark: opens the receipt behind a figure. Never decoration. */
export function EvidenceButton({
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
      className={classNames(styles.mark, quiet && styles.quiet, !children && styles.alone)}
      aria-label={children ? undefined : label}
      title={label}
      onClick={onClick}
    >
      <EvidenceIcon size={size ?? (children ? 12 : 14)} />
      {children && <span>{children}</span>}
    </button>
  )
}
