import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu } from '@glasshouse/ui/Menu'
import { PaneGlyph } from '@glasshouse/ui/PaneGlyph'
import { Segmented } from '@glasshouse/ui/Segmented'
import { StateNote } from '@glasshouse/ui/StateNote'
import { showToast } from '@glasshouse/ui/Toast'
import { Veil } from '@glasshouse/ui/Veil'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../live/api.ts'
import { useCall } from '../../../live/query.ts'
import { useFigures } from '../../../parts/figures.ts'
import { useSentence } from '../../../parts/useSentence.ts'
import { firstShown, type ReceiptAnswer, type ReceiptEvent } from '../receipt.ts'
import { Verdict } from './Arithmetic.tsx'
import { Event } from './Event.tsx'
import styles from './Receipt.module.css'
import { useTickCheck } from './useTickCheck.ts'

const useCopy = (): ((answer: ReceiptAnswer) => void) => {
  const { t } = useTranslation('contract')
  return (answer) => {
    navigator.clipboard
      .writeText(JSON.stringify(answer, null, 2))
      .then(() => showToast({ title: t('receipt.copied') }))
      .catch(() => showToast({ title: t('receipt.copyFailed'), tone: 'danger' }))
  }
}

/** As many events as have room beside each other. */
const sideBySide = 2

/** Which of the order's events is shown: a few beside each other, more in a menu with their times. */
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
  const figures = useFigures()
  const names = {
    placed: t('receipt.placedTab'),
    opened: t('receipt.openedTab'),
    stopsSet: t('receipt.stopsTab'),
    revoked: t('receipt.revokedTab'),
    closed: t('receipt.closedTab'),
    closedPart: t('receipt.partTab'),
  }
  const shown = events[at]
  if (!shown || events.length < 2) return null
  if (events.length <= sideBySide)
    return (
      <Segmented
        className={styles.events}
        label={t('receipt.event')}
        look="underline"
        options={events.map((one, place) => ({ value: place, label: names[one.kind] }))}
        value={at}
        onChange={onChoose}
      />
    )
  const place = t('receipt.place', { n: figures.whole(at + 1), total: figures.whole(events.length) })
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={buttonClass({ size: 's' })}
          aria-label={`${t('receipt.event')}: ${names[shown.kind]}, ${place}`}
        >
          {names[shown.kind]}
          <span className={styles.quiet}>{place}</span>
          <Icon name="down" size={12} />
        </button>
      }
      items={events.map((one, number) => ({
        id: String(number),
        label: names[one.kind],
        note: figures.time(one.time),
        chosen: number === at,
        onSelect: () => onChoose(number),
      }))}
    />
  )
}

/** Which order the receipt is about, and which of its events is shown. */
function Head({
  order,
  events,
  at,
  onChoose,
  onClose,
}: {
  order: ReceiptAnswer['order'] | undefined
  events: readonly ReceiptEvent[]
  at: number
  onChoose: (at: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('contract')
  return (
    <header className={styles.head}>
      <PaneGlyph size={15} />
      <h2>{t('receipt.title')}</h2>
      {order && (
        <span className={styles.of}>
          {t('receipt.of', {
            id: order.id,
            symbol: order.procode,
            side: t(order.type === 1 ? 'orders.buy' : 'orders.sell'),
            multiple: order.multiple,
          })}
        </span>
      )}
      <span className={styles.space} />
      <Events events={events} at={at} onChoose={onChoose} />
      <IconButton icon="close" label={t('receipt.close')} small onClick={onClose} />
    </header>
  )
}

function Failed({ error, reload }: { error: CallError; reload: () => void }) {
  const { t } = useTranslation('contract')
  const sentence = useSentence()
  return (
    <div className={styles.note}>
      <StateNote
        icon="warning"
        tone="warn"
        title={t('receipt.failed')}
        text={sentence(error)}
        action={<Button onClick={reload}>{t('retry')}</Button>}
      />
    </div>
  )
}

/** Whether the tick's hash fits, and the evidence to take away. */
function Foot({ tick, answer }: { tick: ReceiptEvent['tick']; answer: ReceiptAnswer }) {
  const { t } = useTranslation('contract')
  const copy = useCopy()
  const right = useTickCheck(tick)
  return (
    <footer className={styles.foot}>
      {right !== null && (
        <Verdict right={right} text={t(right ? 'receipt.hashRight' : 'receipt.hashWrong')} />
      )}
      <Button variant="quiet" size="s" icon={<Icon name="copy" size={13} />} onClick={() => copy(answer)}>
        {t('receipt.copy')}
      </Button>
    </footer>
  )
}

/** The receipt of one order: the ticks behind it, and every charge worked out again. Esc closes it. */
export default function Receipt({
  id,
  markets,
  onClose,
}: {
  id: number
  markets: readonly MarketRow[]
  onClose: () => void
}) {
  const { t } = useTranslation('contract')
  const veil = useRef<HTMLDivElement>(null)
  const { data, error, reload } = useCall('/api/contract/receipt', { id })
  const events = data?.events ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? firstShown(events), events.length - 1)
  const event = events[at]
  const market = markets.find((one) => one.pid === data?.order.pid)
  useEffect(() => veil.current?.focus(), [])
  return (
    <Veil
      ref={veil}
      className={styles.veil}
      role="dialog"
      aria-label={t('receipt.title')}
      tabIndex={-1}
      onKeyDown={(pressed) => pressed.key === 'Escape' && onClose()}
    >
      <Head order={data?.order} events={events} at={at} onChoose={setChosen} onClose={onClose} />
      <div className={styles.body}>
        {error && !data && <Failed error={error} reload={reload} />}
        {data && event && market && <Event answer={data} event={event} market={market} />}
      </div>
      {data && <Foot tick={event?.tick ?? null} answer={data} />}
    </Veil>
  )
}
