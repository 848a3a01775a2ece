import type { Usdt } from '@glasshouse/core/money/units'
import type { FieldFix } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { meaningsOf } from '@glasshouse/ui/NumberField'
import { groupNumber } from '@glasshouse/ui/typedNumber'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { useFormatters } from '../../formatters.ts'
import { useLots } from '../../market/orderLabels.ts'
import { useSentence } from '../../useSentence.ts'
import type { Draft } from './draft.ts'
import styles from './Ticket.module.css'
import { useStopMistake } from './TpSlFields.tsx'
import { gapOf, type TicketIssue, type TicketView } from './ticket.ts'
import type { useTicket } from './useTicket.ts'

/** Message for the issue of a ticket, with a link that resolves it where possible. */
export function Reason({
  problem,
  free,
  onTransfer,
}: {
  problem: TicketIssue
  free: Usdt | null
  /** Null where no transfer can be offered. */
  onTransfer: (() => void) | null
}): ReactNode {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  if (problem.kind === 'limits')
    return t('ticket.limits', { lots: lotsOf(problem.min), step: figures.whole(problem.step) })
  if (problem.kind === 'tooLarge') return t('ticket.tooLarge', { max: figures.amount(problem.max, 'floor') })
  if (problem.kind !== 'balanceLow') return t(`ticket.${problem.kind}`)
  return (
    <>
      {t('ticket.balanceLow', {
        needed: figures.amount(problem.needed, 'ceil'),
        free: figures.amount(free ?? 0n, 'floor'),
      })}{' '}
      {onTransfer && (
        <span className={styles.links}>
          <button type="button" onClick={onTransfer}>
            {t('account.transfer')}
          </button>
          <Link href={paths.recharge()}>{t('account.deposit')}</Link>
        </span>
      )}
    </>
  )
}

/** Description of what the ticket sends, as far as it is filled. */
export const useSays = (
  view: TicketView,
  { side, mode }: Pick<Draft, 'side' | 'mode'>,
  scale: number,
): string => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const verb = t(side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb')
  return view.lots !== null && view.lots > 0 && view.price !== null
    ? t(mode === 'trigger' ? 'ticket.sendTrigger' : view.rests ? 'ticket.sendFixed' : 'ticket.send', {
        side: verb,
        lots: lotsOf(view.lots),
        price: figures.price(view.price, scale),
      })
    : t(sendNothing[mode], { side: verb })
}

const sendNothing = {
  market: 'ticket.sendNothing',
  fixed: 'ticket.sendFixedNothing',
  trigger: 'ticket.sendTriggerNothing',
} as const

/** What a gap beyond the trigger price does to a stop order; nothing for other orders. */
export function GapNote({
  draft,
  ticket: { view, terms, best },
  market: { scale },
}: {
  draft: Pick<Draft, 'side' | 'mode' | 'leverage'>
  ticket: Pick<ReturnType<typeof useTicket>, 'view' | 'terms' | 'best'>
  market: { scale: number }
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const gap = draft.mode === 'trigger' ? gapOf({ ...draft, terms, best }, view) : null
  if (gap === null) return null
  const texts = { price: figures.price(gap.price, scale), needed: figures.amount(gap.needed, 'ceil', 2) }
  return <span>{t('ticket.gap', texts)}</span>
}

/** Leverage above which the ticket shows a warning. */
const warnAbove = 20

type MessageProps = {
  draft: Draft
  ticket: ReturnType<typeof useTicket>
  scale: number
  onTransfer: () => void
}
type Mistake = { readonly error: ReactNode; readonly fixes: readonly FieldFix[] }

/** First field error of the ticket; null if all fields are valid. */
const useFieldMistake = ({ draft, ticket, scale }: MessageProps): Mistake | null => {
  const { t } = useTranslation(['contract', 'shell'])
  const { signs } = useFormatters()
  const { stops, price } = ticket.view
  const profit = useStopMistake(stops.profit, scale, draft.setProfit)
  const loss = useStopMistake(stops.loss, scale, draft.setLoss)
  const isFixed = draft.mode !== 'market'
  const unclear = [
    ...(isFixed ? [{ text: draft.priceText, unit: 'USDT', use: draft.setPrice }] : []),
    { text: draft.sizeText, unit: '', use: draft.type },
    { text: draft.profitText, unit: '', use: draft.setProfit },
    { text: draft.lossText, unit: '', use: draft.setLoss },
  ]
  for (const { text, unit, use } of unclear) {
    const meanings = meaningsOf(text, signs, unit)
    if (meanings !== null)
      return {
        error: t('shell:unclearNumber'),
        fixes: meanings.map((plain) => ({ text: groupNumber(plain, signs), onUse: () => use(plain) })),
      }
  }
  if (isFixed && draft.priceText !== '' && price === null) return { error: t('ticket.wrongPrice'), fixes: [] }
  const stop = profit ?? loss
  if (stop !== null) return { error: stop.error, fixes: stop.fix ? [stop.fix] : [] }
  const { problem } = ticket.view
  return problem?.kind === 'notWhole' || problem?.kind === 'wrongSize'
    ? { error: t(`ticket.${problem.kind}`), fixes: [] }
    : null
}

const useText = (props: MessageProps): ReactNode => {
  const { draft, ticket, scale, onTransfer } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const sentence = useSentence()
  const mistake = useFieldMistake(props)
  const { view, holder, command, isAsking } = ticket
  if (command.error && !isAsking) return <FieldError>{sentence(command.error)}</FieldError>
  if (mistake)
    return (
      <FieldError>
        {mistake.error}{' '}
        <span className={styles.links}>
          {mistake.fixes.map(({ text, onUse }) => (
            <button key={text} type="button" onClick={onUse}>
              {text}
            </button>
          ))}
        </span>
      </FieldError>
    )
  if (view.problem)
    return <Reason problem={view.problem} free={holder?.account.available ?? null} onTransfer={onTransfer} />
  if (draft.mode === 'trigger' && view.lots !== null)
    return <GapNote draft={draft} ticket={ticket} market={{ scale }} />
  if (draft.mode === 'fixed' && view.price !== null && !view.rests)
    return t('ticket.fillsNow', { price: figures.price(view.price, scale) })
  return draft.leverage > warnAbove ? (
    <span className={styles.warn}>
      <Icon name="warning" size={14} />
      {t('ticket.high')}
    </span>
  ) : null
}

/** Message of the ticket: the most important one, in an area of fixed height. */
export function TicketMessage({ id, ...props }: MessageProps & { id: string }) {
  return (
    <div id={id} className={styles.message}>
      {useText(props)}
    </div>
  )
}

/** Message above the button: why the order cannot be sent or was rejected. Field errors are at the fields. */
export function PhoneMessage({
  id,
  className,
  ticket,
  onTransfer,
}: {
  id: string
  className: string | undefined
  ticket: MessageProps['ticket']
  onTransfer: () => void
}) {
  const sentence = useSentence()
  const { command, view, holder, isAsking } = ticket
  const problem = useSession() === null || view.problem?.kind === 'empty' ? null : view.problem
  return (
    <div id={id} className={className}>
      {command.error && !isAsking ? (
        <FieldError>{sentence(command.error)}</FieldError>
      ) : problem ? (
        <Reason problem={problem} free={holder?.account.available ?? null} onTransfer={onTransfer} />
      ) : null}
    </div>
  )
}
