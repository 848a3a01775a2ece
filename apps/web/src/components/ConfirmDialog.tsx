import { Button, type ButtonVariant } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './ConfirmDialog.module.css'
import { setConfirmsOrders } from './orderConfirmation.ts'

/**
 * Confirms an order before it is sent; Enter confirms. Offers not to ask again, which counts once the order is
 * confirmed. Load it lazily.
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
  /** The order in a few words, for the title. */
  what: string
  /** What the button does, with its price. */
  act: string
  variant: ButtonVariant
  busy: string | false
  /** Why it cannot be sent now. */
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
    // The dialog is a child of the ticket's form, which must not be sent as well.
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
              // The second press of the double click that opened the dialog, or of one that confirmed already.
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
