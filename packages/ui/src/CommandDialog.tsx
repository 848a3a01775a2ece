import { type FormEvent, type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FieldError } from './FieldError.tsx'

export type CommandDialogProps = {
  title: ReactNode
  /** Effect of the command. */
  description?: ReactNode
  closeLabel: string
  cancelLabel: ReactNode
  /** Label of the button that sends. */
  act: ReactNode
  variant?: ButtonVariant
  busy: string | false
  /** Why the command cannot be sent now; `true` where a field says it. */
  reason?: ReactNode
  /** Tooltip of the button that sends. */
  hint?: string | undefined
  /** Why the last attempt was rejected. */
  problem?: ReactNode
  size?: 'm' | 'wide' | 'sheet'
  className?: string | undefined
  onAct: () => void
  onClose: () => void
  children?: ReactNode
}

/**
 * Dialog in front of one command: it names the effect, holds the fields, and shows why the command was rejected. Enter
 * sends. The second press of a double click sends nothing: the first one opened the dialog or has already sent.
 */
export function CommandDialog({
  title,
  description,
  closeLabel,
  cancelLabel,
  act,
  variant = 'primary',
  busy,
  reason,
  hint,
  problem,
  size = 'm',
  className,
  onAct,
  onClose,
  children,
}: CommandDialogProps) {
  const form = useId()
  const isLocked = reason !== undefined && reason !== null && reason !== false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React a dialog is a child of the form that opened it, which must not be submitted as well.
    event.stopPropagation()
    if (busy === false && !isLocked) onAct()
  }
  return (
    <Dialog
      open
      size={size}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      closeLabel={closeLabel}
      foot={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button
            type="submit"
            form={form}
            variant={variant}
            busy={busy}
            reason={reason}
            title={hint}
            onClick={(event) => {
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className={className} onSubmit={submit} noValidate>
        {children}
        {problem && <FieldError>{problem}</FieldError>}
      </form>
    </Dialog>
  )
}
