import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { type FormEvent, type ReactNode, useId } from 'react'
import styles from './ConfirmDialog.module.css'

/** Confirms an action and names its exact effect. Enter submits. */
export function ConfirmDialog({
  title,
  consequence,
  act,
  busy,
  danger = false,
  problem,
  locked = null,
  size = 'm',
  onAct,
  onClose,
  children,
}: {
  title: string
  /** Effect of the action. */
  consequence?: ReactNode
  /** Label of the button, and its label while the action runs. */
  act: string
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
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy === false && locked === null) onAct()
  }
  return (
    <Dialog
      open
      size={size}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={consequence}
      closeLabel="Close"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            reason={locked === null ? undefined : true}
            title={locked || undefined}
          >
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {children}
        {locked && <p className={styles.locked}>{locked}</p>}
        {problem && <FieldError>{problem}</FieldError>}
      </form>
    </Dialog>
  )
}
