import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { useBook } from '../../../data/book.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { liveBestPrices } from '../account.ts'
import { useFeeParts } from '../labels.ts'
import { asBefore, isSame, moveView, placedAnew, released, type Wish } from '../moving.ts'
import { holdShown, pendingView } from '../positions.ts'
import { TpSlFields } from '../ticket/TpSlFields.tsx'
import type { TicketView } from '../ticket/ticket.ts'
import { useNotifications } from '../ticket/useTicket.ts'
import { type MoveStage, useMove } from '../useMove.ts'
import { useTradingAccount } from '../useTradingAccount.ts'
import type { TradingData, Wallet } from '../useTradingData.ts'
import styles from './CloseDialog.module.css'
import type { CellProps } from './cells.tsx'
import { DialogError } from './DialogError.tsx'

/** Released hold of the old order and hold of the new one. */
function Consequence({ order, market, view, revoked }: CellProps & { view: TicketView; revoked: boolean }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const old = pendingView(order, market.lot, null)
  const { costs } = view
  const onHold = costs && holdShown(costs.margin, (costs.needed - costs.margin) as Usdt)
  const paidBy = useFeeParts()
  return (
    <DescriptionList
      items={[
        {
          id: 'back',
          label: t(revoked ? 'moving.cameBack' : 'revoking.back'),
          value: figures.own(old.shown.held),
          working: <Calculation sum={figures.terms(old.shown.parts)} />,
        },
        {
          id: 'held',
          label: t(view.rests ? 'moving.held' : 'moving.taken'),
          value: onHold ? figures.own(onHold.held) : '—',
          working: onHold && costs && (
            <>
              <Calculation sum={figures.terms(onHold.parts)} />
              {costs.feeFromBonus > 0n && (
                <span className={styles.paidBy}>{paidBy(costs.fee, costs.feeFromBonus)}</span>
              )}
            </>
          ),
          total: true,
        },
      ]}
    />
  )
}

/** Why the replacement order cannot be placed. */
const useReason = (view: TicketView, same: boolean) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { problem } = view
  if (same) return t('stopping.same')
  if (problem === null) return undefined
  if (problem.kind === 'limits') return t('ticket.limits', { min: problem.min, step: problem.step })
  if (problem.kind === 'balanceLow')
    return t('moving.balanceLow', { needed: figures.amount(problem.needed, 'ceil') })
  // Errors of a field are shown at the field.
  return problem.kind === 'noPrice' ? t('ticket.noPrice') : true
}

/** Fields for the new price and stops. */
function DraftFields({
  wish,
  view,
  market,
  onWish,
}: {
  wish: Wish
  view: TicketView
  market: Market
  onWish: (part: Partial<Wish>) => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const fillsNow = view.price !== null && !view.rests
  return (
    <>
      <NumberField
        layout="inside"
        label={t('moving.price')}
        unit="USDT"
        value={wish.priceText}
        onChange={(priceText) => onWish({ priceText })}
        error={view.price === null ? t('ticket.wrongPrice') : undefined}
        note={
          fillsNow
            ? t('ticket.fillsNow', { price: figures.price(view.price ?? 0n, market.scale) })
            : undefined
        }
      />
      <TpSlFields
        profitText={wish.profitText}
        lossText={wish.lossText}
        view={view.stops}
        scale={market.scale}
        onProfit={(profitText) => onWish({ profitText })}
        onLoss={(lossText) => onWish({ lossText })}
      />
    </>
  )
}

type MoveDialogProps = CellProps & {
  /** Price at which the line was released; the price of the order if opened without a drag. */
  priceText?: string | undefined
  wallet: Wallet
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}

/** State of a change: draft, replacement order, and actions. */
const useMoving = ({
  order,
  market,
  priceText,
  wallet,
  trader,
  markets,
  onDone,
  onReceipt,
}: MoveDialogProps) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const newsOf = useNotifications(market)
  const [wish, setWish] = useState<Wish>({
    ...asBefore(order),
    ...(priceText === undefined ? {} : { priceText }),
  })
  const { move, repeat, ...moving } = useMove(order.id)
  const holder = useTradingAccount(trader, market, markets)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const isOpen = trader.pending?.some(({ id }) => id === order.id) ?? false
  const { held } = pendingView(order, market.lot, null)
  const free = holder && isOpen ? released(holder, held) : holder
  const viewOf = (draft: Wish): TicketView => moveView({ order, market, wish: draft, best, holder: free })
  const view = viewOf(wish)
  const was = figures.price(order.openPrice, market.scale)
  const place = async (wanted: Wish): Promise<void> => {
    const next = placedAnew(order, viewOf(wanted), wallet)
    const done =
      moving.stage === 'unknown' ? await repeat() : next && (await move({ ...next, terms: market.termsId }))
    if (!done) return
    onDone()
    showToast({
      tone: 'evidence',
      ...newsOf(contractOrderFromWire(done)),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  /** Reports the current state if the user leaves after the first step. */
  const leave = (): void => {
    if (moving.busy) return
    onDone()
    const texts = { symbol: order.symbol, price: was }
    if (moving.stage === 'refused')
      showToast({ title: t('moving.leftTold', texts), text: t('revoking.toldText') })
    if (moving.stage === 'unknown')
      showToast({ title: t('revoking.told', texts), text: t('moving.unknownText', texts) })
  }
  return {
    ...moving,
    wish,
    view,
    was,
    change: (part: Partial<Wish>) => setWish({ ...wish, ...part }),
    place,
    leave,
    same: moving.stage === 'waits' && isSame(order, view),
  }
}

const texts: Readonly<Record<MoveStage, 'moving.text' | 'moving.refusedText' | 'moving.unknownText'>> = {
  waits: 'moving.text',
  refused: 'moving.refusedText',
  unknown: 'moving.unknownText',
}

/** Changes the price of an open order: cancels it and places a new one. Reports it if only the first step succeeds. */
export default function MoveDialog(props: MoveDialogProps) {
  const { order, market } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const form = useId()
  const { stage, view, wish, was, ...moving } = useMoving(props)
  const reason = useReason(view, moving.same)
  const to = figures.price(view.sentPrice ?? order.openPrice, market.scale)
  const leave = { waits: 'revoking.keep', refused: 'moving.leave', unknown: 'close' } as const
  const act = { waits: 'moving.act', refused: 'moving.again', unknown: 'moving.askAgain' } as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && moving.leave()}
      title={t(stage === 'refused' ? 'moving.halfTitle' : 'moving.title', {
        symbol: order.symbol,
        side: t(order.side === 'buy' ? 'orders.buy' : 'orders.sell'),
        multiple: order.leverage,
      })}
      description={t(texts[stage], { price: was })}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={moving.leave}>{t(leave[stage])}</Button>
          {stage === 'refused' && (
            <Button onClick={() => void moving.place(asBefore(order))}>
              {t('moving.back', { price: was })}
            </Button>
          )}
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={moving.busy && t('moving.acting')}
            reason={stage === 'unknown' ? undefined : reason}
          >
            {t(act[stage], { price: to })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          void moving.place(wish)
        }}
      >
        {stage !== 'unknown' && (
          <>
            <DraftFields wish={wish} view={view} market={market} onWish={moving.change} />
            <Consequence order={order} market={market} view={view} revoked={moving.revoked} />
          </>
        )}
        <DialogError error={moving.error} />
        <RiskGate error={moving.error} onPassed={moving.forget} />
      </form>
    </Dialog>
  )
}
