import type { ReactNode, Ref } from 'react'
import { classNames } from './classNames.tsx'
import styles from './EvidenceButton.module.css'
import { EvidenceIcon } from './EvidenceIcon.tsx'

/** Button with the evidence icon that opens the receipt of a figure. Not for decoration. */
export function EvidenceButton({
  label,
  onClick,
  children,
  quiet = false,
  size,
  ref,
}: {
  /** What the button opens, for screen readers and the tooltip. */
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
