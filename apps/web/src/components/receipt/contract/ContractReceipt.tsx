import type { Market } from '@glasshouse/core/markets/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { type QueryState, useDecodedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { useLabelled } from '../../useLabelled.ts'
import styles from '../Receipt.module.css'
import { ReceiptDialog } from '../ReceiptDialog.tsx'
import { Event } from './Event.tsx'
import { defaultEvent, type ReceiptAnswer, type ReceiptEvent, receiptFromWire } from './receipt.ts'

/** Maximum number of events shown side by side. */
const sideBySide = 2

/** Selection of an event: tabs for a few, a menu with times for more. */
function Events({
  events,
  at,
  onChoose,
}: {
  events: readonly ReceiptEvent[]
  at: number
  onChoose: (at: number) => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const labelled = useLabelled()
  const names = {
    placed: t('receipt.placedTab'),
    amended: t('receipt.amendedTab'),
    opened: t('receipt.openedTab'),
    stopsSet: t('receipt.stopsTab'),
    revoked: t('receipt.revokedTab'),
    closed: t('receipt.closedTab'),
    closedPart: t('receipt.partTab'),
  }
  const current = events[at]
  if (!current || events.length < 2) return null
  if (events.length <= sideBySide)
    return (
      <SegmentedControl
        className={styles.events}
        label={t('receipt.event')}
        look="underline"
        options={events.map((event, index) => ({ value: index, label: names[event.kind] }))}
        value={at}
        onChange={onChoose}
      />
    )
  const position = t('receipt.place', { n: figures.whole(at + 1), total: figures.whole(events.length) })
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={buttonClass({ size: 's' })}
          aria-label={labelled(t('receipt.event'), `${names[current.kind]}, ${position}`)}
        >
          {names[current.kind]}
          <span className={styles.quiet}>{position}</span>
          <Icon name="down" size={12} />
        </button>
      }
      items={events.map((event, number) => ({
        id: String(number),
        label: names[event.kind],
        note: figures.time(event.time),
        chosen: number === at,
        onSelect: () => onChoose(number),
      }))}
    />
  )
}

/** One-line label of the order of a receipt. */
const useOrderName = (order: ReceiptAnswer['order'] | undefined): string | null => {
  const { t } = useTranslation('contract')
  if (!order) return null
  const { id, symbol, side, leverage } = order
  return t('receipt.of', {
    id,
    symbol,
    side: t(side === 'long' ? 'orders.buy' : 'orders.sell'),
    multiple: leverage,
  })
}

/** Receipt of one order: its ticks, and every charge recalculated. */
export default function Receipt({
  id,
  markets,
  onClose,
}: {
  id: number
  markets: readonly Market[]
  onClose: () => void
}) {
  const answer = useDecodedCall('/api/contract/receipt', { id }, receiptFromWire)
  return <ShownReceipt answer={answer} markets={markets} onClose={onClose} />
}

/** A receipt that is loaded, or comes with a list; without `onClose` a part of its page. */
export function ShownReceipt({
  answer,
  markets,
  onClose,
}: {
  answer: QueryState<ReceiptAnswer>
  markets: readonly Market[]
  onClose: (() => void) | null
}) {
  const { data } = answer
  const events = data?.events ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? defaultEvent(events), events.length - 1)
  const event = events[at]
  const market = markets.find((market) => market.pid === data?.order.pid)
  return (
    <ReceiptDialog
      answer={answer}
      of={useOrderName(data?.order)}
      events={<Events events={events} at={at} onChoose={setChosen} />}
      tick={event?.tick ?? null}
      onClose={onClose}
    >
      {data && event && market && <Event answer={data} event={event} market={market} />}
    </ReceiptDialog>
  )
}
