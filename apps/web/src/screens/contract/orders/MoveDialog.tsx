import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, type Price, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { useFeeParts } from '../../../components/market/orderLabels.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { useBook } from '../../../data/book.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { liveBestPrices } from '../account.ts'
import { amendment, asBefore, isSame, moveView, released, type Wish } from '../moving.ts'
import { holdShown, pendingView } from '../positions.ts'
import { priceStep } from '../stops.ts'
import { sizeTextOf, steppedLots, steppedPrice } from '../ticket/size.ts'
import { TpSlFields } from '../ticket/TpSlFields.tsx'
import type { TicketView } from '../ticket/ticket.ts'
import { useMaxNotional, useNotifications } from '../ticket/useTicket.ts'
import { useTradingAccount } from '../useTradingAccount.ts'
import type { TradingData } from '../useTradingData.ts'
import styles from './CloseDialog.module.css'
import type { CellProps } from './cells.tsx'
import { DialogError } from './DialogError.tsx'

/** Hold of the order before and after the change. */
function Consequence({ order, market, view }: CellProps & { view: TicketView }) {
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
          label: t('revoking.back'),
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

/** Why the order cannot be changed. */
const useReason = (view: TicketView, same: boolean) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { problem } = view
  if (same) return t('stopping.same')
  if (problem === null) return undefined
  if (problem.kind === 'balanceLow')
    return t('moving.balanceLow', { needed: figures.amount(problem.needed, 'ceil') })
  // Errors of a field are shown at the field.
  return problem.kind === 'noPrice' ? t('ticket.noPrice') : true
}

/** Fields for the new price, lots and stops. */
function DraftFields({
  wish,
  view,
  market,
  openPrice,
  onWish,
}: {
  wish: Wish
  openPrice: Price
  view: TicketView
  market: Market
  onWish: (part: Partial<Wish>) => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const fillsNow = view.price !== null && !view.rests
  const { problem } = view
  const sizeError =
    problem?.kind === 'limits'
      ? t('ticket.limits', { min: problem.min, step: problem.step })
      : problem?.kind === 'tooLarge'
        ? t('ticket.tooLarge', { max: figures.amount(problem.max, 'floor') })
        : problem?.kind === 'empty' || problem?.kind === 'notWhole'
          ? t(`ticket.${problem.kind}`)
          : undefined
  return (
    <>
      <NumberField
        layout="inside"
        label={t('moving.price')}
        unit="USDT"
        value={wish.priceText}
        onChange={(priceText) => onWish({ priceText })}
        onStep={(by) => {
          const next = steppedPrice(view.sentPrice ?? openPrice, priceStep(market.scale), by)
          onWish({ priceText: formatPrice(next) })
        }}
        error={view.price === null ? t('ticket.wrongPrice') : undefined}
        note={
          fillsNow
            ? t('ticket.fillsNow', { price: figures.price(view.price ?? 0n, market.scale) })
            : undefined
        }
      />
      <NumberField
        layout="inside"
        label={t('ticket.quantity')}
        unit={t('ticket.unit')}
        whole
        value={wish.lotsText}
        onChange={(lotsText) => onWish({ lotsText })}
        onStep={(by) =>
          onWish({ lotsText: sizeTextOf(steppedLots(view.lots, market, by), 'lots', null, market) })
        }
        error={sizeError}
      />
      <TpSlFields
        profitText={wish.profitText}
        lossText={wish.lossText}
        view={view.stops}
        input={view.stopsInput}
        onProfit={(profitText) => onWish({ profitText })}
        onLoss={(lossText) => onWish({ lossText })}
        onUnit={(stopUnit, [profitText, lossText]) => onWish({ stopUnit, profitText, lossText })}
      />
    </>
  )
}

type MoveDialogProps = CellProps & {
  /** Price at which the line was released; the price of the order if opened without a drag. */
  priceText?: string | undefined
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}

/** State of a change: draft, view of the changed order, and the command. */
const useMoving = ({ order, market, priceText, trader, markets, onDone, onReceipt }: MoveDialogProps) => {
  const { t } = useTranslation('contract')
  const newsOf = useNotifications(market)
  const [wish, setWish] = useState<Wish>({
    ...asBefore(order),
    ...(priceText === undefined ? {} : { priceText }),
  })
  const command = useMutation('/api/contract/amendContract')
  const holder = useTradingAccount(trader, market, markets)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const isOpen = trader.pending?.some(({ id }) => id === order.id) ?? false
  const { held } = pendingView(order, market.lot, null)
  const free = holder && isOpen ? released(holder, held) : holder
  const maxNotional = useMaxNotional(market.pid, order.side, order.id)
  const view = moveView({ order, market, wish, best, holder: free, maxNotional })
  const amend = async (): Promise<void> => {
    const change = amendment(order, view)
    const done = change && (await command.run({ ...change, terms: market.termsId }))
    if (!done) return
    onDone()
    showToast({
      tone: 'evidence',
      ...newsOf(contractOrderFromWire(done)),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return {
    command,
    wish,
    view,
    change: (part: Partial<Wish>) => setWish({ ...wish, ...part }),
    amend,
    same: isSame(order, view),
  }
}

/** Changes price and stops of an open order in one step. */
export default function MoveDialog(props: MoveDialogProps) {
  const { order, market, onDone } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const form = useId()
  const { command, view, wish, same, ...moving } = useMoving(props)
  const reason = useReason(view, same)
  const leave = (): void => {
    if (!command.busy) onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t('moving.title', {
        symbol: order.symbol,
        side: t(order.side === 'long' ? 'orders.buy' : 'orders.sell'),
        multiple: order.leverage,
      })}
      description={t('moving.text', { price: figures.price(order.openPrice, market.scale) })}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={leave}>{t('revoking.keep')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={command.busy && t('moving.acting')}
            reason={reason}
          >
            {t('moving.act', { price: figures.price(view.sentPrice ?? order.openPrice, market.scale) })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          void moving.amend()
        }}
      >
        <DraftFields
          wish={wish}
          view={view}
          market={market}
          openPrice={order.openPrice}
          onWish={moving.change}
        />
        <Consequence order={order} market={market} view={view} />
        <DialogError error={command.error} />
        <RiskGate error={command.error} onPassed={command.forget} />
      </form>
    </Dialog>
  )
}
