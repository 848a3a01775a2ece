import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { PaneGlyph } from '@glasshouse/ui/PaneGlyph'
import { Segmented } from '@glasshouse/ui/Segmented'
import { StateNote } from '@glasshouse/ui/StateNote'
import { showToast } from '@glasshouse/ui/Toast'
import { Veil } from '@glasshouse/ui/Veil'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../live/api.ts'
import { useCall } from '../../../live/query.ts'
import { useSentence } from '../../../parts/useSentence.ts'
import { type ReceiptAnswer, type ReceiptEvent, reckon } from '../receipt.ts'
import { Arithmetic, Verdict } from './Arithmetic.tsx'
import styles from './Receipt.module.css'
import { TickFacts } from './TickFacts.tsx'
import { useTickCheck } from './useTickCheck.ts'

/** The rule's name in the reader's language; a rule this page does not know keeps its own name. */
const useRule = (): ((rule: string) => string) => {
  const { t } = useTranslation('contract')
  const known: Readonly<Record<string, string>> = {
    marketBuyAtAsk: t('receipt.rules.marketBuyAtAsk'),
    marketSellAtBid: t('receipt.rules.marketSellAtBid'),
  }
  return (rule) => known[rule] ?? rule
}

function Event({ answer, event, market }: { answer: ReceiptAnswer; event: ReceiptEvent; market: MarketRow }) {
  const { t } = useTranslation('contract')
  const rule = useRule()
  const reckoning = reckon(answer, event)
  const opened = event.kind === 'opened'
  if (!event.tick || !reckoning)
    return (
      <div className={styles.note}>
        <StateNote icon="clock" title={t('receipt.noTick')} />
      </div>
    )
  return (
    <>
      <div className={styles.half}>
        <h3>{t(opened ? 'receipt.opened' : 'receipt.closedTick')}</h3>
        <TickFacts tick={event.tick} scale={market.scale} side={reckoning.side} rule={rule(event.rule)} />
      </div>
      <div className={styles.half}>
        <h3>{t('receipt.again')}</h3>
        <Arithmetic
          reckoning={reckoning}
          market={market}
          lot={answer.lot}
          leverage={answer.order.multiple}
          feeRatePpm={answer.feeRatePpm}
        />
        <Verdict
          right={reckoning.matches}
          text={t(reckoning.matches ? (opened ? 'receipt.match' : 'receipt.matchClose') : 'receipt.mismatch')}
        />
      </div>
    </>
  )
}

const tellable = (event: ReceiptEvent): boolean =>
  event.kind === 'opened' || event.kind === 'closed' || event.kind === 'closedPart'

const useCopy = (): ((answer: ReceiptAnswer) => void) => {
  const { t } = useTranslation('contract')
  return (answer) => {
    navigator.clipboard
      .writeText(JSON.stringify(answer, null, 2))
      .then(() => showToast({ title: t('receipt.copied') }))
      .catch(() => showToast({ title: t('receipt.copyFailed'), tone: 'danger' }))
  }
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
  const names = {
    opened: t('receipt.openedTab'),
    closed: t('receipt.closedTab'),
    closedPart: t('receipt.partTab'),
  }
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
      {events.length > 1 && (
        <Segmented
          className={styles.events}
          label={t('receipt.event')}
          look="underline"
          options={events.map((one, place) => ({
            value: place,
            label: names[one.kind as keyof typeof names],
          }))}
          value={at}
          onChange={onChoose}
        />
      )}
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
  const events = data?.events.filter(tellable) ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? events.length - 1, events.length - 1)
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
