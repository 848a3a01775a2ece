import type { Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useCurrentPath } from '../../components/useCurrentPath.ts'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Ticket.module.css'
import type { TicketIssue, TicketView } from './ticket.ts'
import { useLots } from './useLots.ts'
import type { Draft } from './useOrderDraft.ts'

/** Message for the issue of a ticket, with a link that resolves it where possible. */
export function Reason({
  problem,
  free,
  onTransfer,
}: {
  problem: TicketIssue
  free: Usdt | null
  onTransfer: () => void
}): ReactNode {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  if (problem.kind === 'limits') return t('ticket.limits', { min: problem.min, step: problem.step })
  if (problem.kind === 'tooLarge') return t('ticket.tooLarge', { max: figures.amount(problem.max, 'floor') })
  if (problem.kind !== 'balanceLow') return t(`ticket.${problem.kind}`)
  return (
    <>
      {t('ticket.balanceLow', {
        needed: figures.amount(problem.needed, 'ceil'),
        free: figures.amount(free ?? 0n, 'floor'),
      })}{' '}
      <span className={styles.links}>
        <button type="button" onClick={onTransfer}>
          {t('account.transfer')}
        </button>
        <Link href={paths.recharge()}>{t('account.deposit')}</Link>
      </span>
    </>
  )
}

/** Description of what the ticket sends, as far as it is filled. */
export const useSays = (view: TicketView, { direction, mode }: Draft, scale: number): string => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const side = t(direction === 'buy' ? 'ticket.buyVerb' : 'ticket.sellVerb')
  return view.lots !== null && view.lots > 0 && view.price !== null
    ? t(view.rests ? 'ticket.sendFixed' : 'ticket.send', {
        side,
        lots: lotsOf(view.lots),
        price: figures.price(view.price, scale),
      })
    : t(mode === 'fixed' ? 'ticket.sendFixedNothing' : 'ticket.sendNothing', { side })
}

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
      variant={draft.direction === 'buy' ? 'up' : 'down'}
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
