import { Button, type ButtonVariant } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './ConfirmDialog.module.css'
import { setConfirmsOrders } from './orderConfirmation.ts'

/**
 * Confirmation dialog of an order; Enter confirms. Its "don't ask again" choice takes effect on confirmation.
 * Load it lazily.
 */
export function ConfirmDialog({
  what,
  act,
  variant,
  busy,
  reason,
  onConfirm,
  onClose,
  children,
}: {
  /** Short description of the order, for the title. */
  what: string
  /** Label of the button, with the price. */
  act: string
  variant: ButtonVariant
  busy: string | false
  /** Why the order cannot be sent now. */
  reason?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation(['trade', 'shell', 'contract'])
  const form = useId()
  const [dontAsk, setDontAsk] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // In React the dialog is a child of the ticket's form, which must not be submitted as well.
    event.stopPropagation()
    if (dontAsk) setConfirmsOrders(false)
    onConfirm()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && busy === false && onClose()}
      title={t('confirm.title', { what })}
      description={t('confirm.text')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('contract:cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant={variant}
            busy={busy}
            reason={reason}
            autoFocus
            onClick={(event) => {
              // Ignore the second press of a double click: it opened the dialog or has already confirmed.
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.body} onSubmit={submit}>
        {children}
        <Checkbox checked={dontAsk} onChange={setDontAsk}>
          {t('confirm.dontAsk')}
          <span className={styles.note}>{t('confirm.dontAskText')}</span>
        </Checkbox>
      </form>
    </Dialog>
  )
}
