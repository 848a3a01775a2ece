import type { FieldFix } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { meaningsOf } from '@glasshouse/ui/NumberField'
import { groupNumber } from '@glasshouse/ui/typedNumber'
import type { ReactNode } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Reason } from './SubmitButton.tsx'
import styles from './Ticket.module.css'
import { useStopMistake } from './TpSlFields.tsx'
import type { Draft } from './useOrderDraft.ts'
import type { useTicket } from './useTicket.ts'

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
  const isFixed = draft.mode === 'fixed'
  const unclear = [
    ...(isFixed ? [{ text: draft.priceText, unit: 'USDT', use: draft.setPrice }] : []),
    { text: draft.lotsText, unit: t('ticket.unit'), use: draft.type },
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
  return ticket.view.problem?.kind === 'notWhole' ? { error: t('ticket.notWhole'), fixes: [] } : null
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
