import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import type { ReactNode } from 'react'
import styles from './ConfirmDialog.module.css'

/** Confirms an action and names its exact effect. Enter submits. */
export function ConfirmDialog({
  consequence,
  danger = false,
  locked = null,
  children,
  ...command
}: {
  title: string
  /** Effect of the action. */
  consequence?: ReactNode
  /** Label of the button. */
  act: string
  /** Label of the button while the action runs. */
  busy: string | false
  danger?: boolean
  problem: string | null
  /** Why the action is disabled; empty where a field shows the reason. */
  locked?: string | null
  size?: 'm' | 'wide'
  onAct: () => void
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <CommandDialog
      {...command}
      description={consequence}
      closeLabel="Close"
      cancelLabel="Cancel"
      variant={danger ? 'danger' : 'primary'}
      reason={locked === null ? undefined : true}
      hint={locked || undefined}
      className={styles.form}
    >
      {children}
      {locked && <p className={styles.locked}>{locked}</p>}
    </CommandDialog>
  )
}
