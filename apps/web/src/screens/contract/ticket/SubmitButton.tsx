import { Button, buttonClass } from '@glasshouse/ui/Button'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { useSays } from '../../../components/contract/ticket/Message.tsx'
import styles from '../../../components/contract/ticket/Ticket.module.css'
import type { TicketView } from '../../../components/contract/ticket/ticket.ts'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { useCurrentPath } from '../../../components/useCurrentPath.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import type { ConfirmOrderProps } from './ConfirmOrder.tsx'

/** Submit button of the ticket; its label describes the order. */
export function SubmitButton({
  view,
  draft,
  scale,
  busy,
  form,
  messageId,
}: {
  view: TicketView
  draft: Draft
  scale: number
  busy: boolean
  /** Id of the form, if the button is outside it. */
  form?: string
  /** Id of the element that shows why the button is disabled. */
  messageId: string
}) {
  const { t } = useTranslation('contract')
  const sentence = useSays(view, draft, scale)
  const visitor = useSession() === null
  const here = useCurrentPath()
  if (visitor)
    return (
      <>
        <Link
          className={buttonClass({ variant: 'primary', size: 'l', wide: true })}
          href={paths.login({ next: here })}
        >
          {t('ticket.signIn')}
        </Link>
        {form === undefined && <p className={styles.visitor}>{t('ticket.signInText')}</p>}
      </>
    )
  // A phone sheet has little space, so the button itself shows what is missing.
  const isEmpty = form !== undefined && view.problem?.kind === 'empty'
  const says = isEmpty ? t('ticket.empty') : sentence
  return (
    <Button
      type="submit"
      form={form}
      variant={draft.side === 'long' ? 'up' : 'down'}
      size="l"
      wide
      busy={busy && t('ticket.sending')}
      reason={view.problem ? true : undefined}
      aria-describedby={messageId}
    >
      {says}
    </Button>
  )
}

const ConfirmOrder = lazy(() => import('./ConfirmOrder.tsx'))

/** Steps before an order is sent: the confirmation, and the risk check if required. */
export function Asking(props: ConfirmOrderProps) {
  const { command, isAsking } = props.ticket
  return (
    <>
      <RiskGate error={command.error} onPassed={command.forget} />
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmOrder {...props} />
        </Suspense>
      )}
    </>
  )
}
