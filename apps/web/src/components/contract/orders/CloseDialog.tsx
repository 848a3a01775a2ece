import { validatePartialLots } from '@glasshouse/core/contracts/checks'
import { isClosingReached } from '@glasshouse/core/contracts/closingOrders'
import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import { closePositionToWire } from '@glasshouse/core/contracts/commands/codec'
import { type Price, priceScale } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { PercentPicker, percentSteps } from '@glasshouse/ui/PercentPicker'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { useBook } from '../../../data/book.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { formatFixed, useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { useFeeParts, useLots } from '../../market/orderLabels.ts'
import { NumberField } from '../../NumberField.tsx'
import { liveBestPrices } from '../account.ts'
import type { CellProps } from '../cells.tsx'
import { type CloseView, closableLots, closeView, toOpenPosition } from '../positions.ts'
import { sideKey } from '../side.ts'
import { readLots, steppedLots } from '../ticket/size.ts'
import { readPrice } from '../tpSl.ts'
import type { TradingData } from '../tradingData.ts'
import { payingWallet } from '../useTradingAccount.ts'
import styles from './CloseDialog.module.css'
import { ClosingOrderList, ClosingPriceField, freeLots, useClosingOrder } from './ClosingOrders.tsx'
import { DialogError } from './DialogError.tsx'

/** The price at which a close is expected, and where it comes from. */
const usePriceItem = ({ order, market }: CellProps, at: Price, isLater: boolean): DescriptionItem => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const nearest = t(order.side === 'long' ? 'closePosition.priceBid' : 'closePosition.priceAsk')
  return {
    id: 'price',
    label: t(isLater ? 'closePosition.target' : 'closePosition.price'),
    value: figures.price(at, market.scale),
    working: <Calculation sum={isLater ? t('closePosition.orBetter') : nearest} />,
  }
}

/** Effect of a close on the wallet, with the calculation of every figure. */
export function CloseConsequence({
  view,
  order,
  market,
  isLater = false,
}: CellProps & {
  view: CloseView
  /** Of a closing order, which fills at its price or a better one. */
  isLater?: boolean
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const price = (units: bigint): string => figures.price(units, market.scale)
  const coins = figures.plain(figures.trimmed(view.quantity))
  const opened = figures.price(order.openPrice, market.scale)
  const [from, to] = order.side === 'long' ? [price(view.price), opened] : [opened, price(view.price)]
  const feeParts = useFeeParts()(view.fee, view.feeFromBonus)
  const profit = figures.own(view.profit, 'always')
  const priceItem = usePriceItem({ order, market }, view.price, isLater)
  return (
    <DescriptionList
      items={[
        priceItem,
        {
          id: 'profit',
          label: t('closePosition.profit'),
          value: (
            <PriceChange direction={priceDirection(view.profit)} arrow={false}>
              {profit}
            </PriceChange>
          ),
          working: <Calculation sum={`${coins} × ( ${from} − ${to} )`} />,
        },
        {
          id: 'fee',
          label: t('closePosition.fee'),
          value: figures.charge(view.fee),
          working: (
            <>
              <Calculation sum={`${coins} × ${price(view.price)} × ${figures.feeRate(order.feeRatePpm)}`} />
              {feeParts !== null && <span className={styles.paidBy}>{feeParts}</span>}
            </>
          ),
        },
        {
          id: 'back',
          label: t('closePosition.back'),
          value: figures.own(view.shown.back),
          working: (
            <>
              <Calculation sum={figures.terms(view.shown.parts)} />
              {view.insured > 0n && (
                <span className={styles.paidBy}>
                  {figures.own(view.insured)} {t('receipt.insurance')}
                </span>
              )}
            </>
          ),
          total: true,
        },
      ]}
    />
  )
}

/** Lots to close: typed, stepped, or a share of the position. */
function LotsToClose({
  order,
  market,
  text,
  isAllowed,
  onText,
}: CellProps & { text: string; isAllowed: boolean; onText: (text: string) => void }) {
  const { t } = useTranslation('contract')
  const lots = readLots(text)
  const range = { min: market.minLots, max: order.lots, step: market.stepLots }
  const textOf = (count: number): string => (count === 0 ? '' : String(count))
  return (
    <>
      <NumberField
        layout="inside"
        label={t('closePosition.lots')}
        limits={t('closePosition.lotsLimits', range)}
        unit={t('ticket.unit')}
        whole
        value={text}
        onChange={onText}
        onStep={(by) => onText(textOf(Math.min(order.lots, steppedLots(lots, market, by))))}
        error={isAllowed ? undefined : t('closePosition.wrongLots', range)}
      />
      <PercentPicker
        label={t('closePosition.share')}
        value={percentSteps.find((step) => closableLots(order.lots, step, market) === lots) ?? null}
        onPick={(step) => onText(textOf(closableLots(order.lots, step, market)))}
      />
    </>
  )
}

/** Closes the position and shows the result. */
const useClosing = ({ order, market }: CellProps, onDone: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const command = useMutation('/api/contract/pingcangContract')
  const close = async (lots: number): Promise<void> => {
    const answer = await command.run(
      closePositionToWire({ id: order.id, lots: lots === order.lots ? null : lots }),
    )
    if (!answer) return
    const done = contractOrderFromWire(answer)
    onDone()
    showToast({
      tone: 'evidence',
      title: t('orders.closedToast', {
        symbol: done.symbol,
        price: figures.price(done.closePrice ?? done.currentPrice, market.scale),
      }),
      text: [
        t('orders.closedToastText', {
          profit: figures.own(done.pnl, 'always'),
          fee: figures.charge(done.fees),
        }),
        ...(done.feeFromBonus === 0n
          ? []
          : [t('fee.toastOfClose', { bonus: figures.charge(done.feeFromBonus) })]),
      ].join(' '),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return { close, command }
}

/** When a position closes: now at the market, or when the market reaches a price. */
type CloseWay = 'market' | 'price'

/** The lots and, for a closing order, the price as typed, judged by the rules of the server. */
const useCloseDraft = ({ order, market }: CellProps, trader: TradingData) => {
  const { t } = useTranslation('contract')
  const [way, setWay] = useState<CloseWay>('market')
  const [lotsText, setLots] = useState(String(order.lots))
  const [priceText, setPrice] = useState('')
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const parsed = readPrice(priceText, market.scale)
  const at = parsed.kind === 'price' ? parsed.price : null
  const max = way === 'market' ? order.lots : freeLots({ order }, at)
  const lots = readLots(lotsText)
  const limits = { minLots: market.minLots, stepLots: market.stepLots }
  const allowed = lots !== null && lots > 0 && lots <= max && !validatePartialLots(lots, max, limits)
  const isReached = way === 'price' && at !== null && best !== null && isClosingReached(order.side, at, best)
  const priceError =
    parsed.kind === 'wrong' ? t('ticket.wrongPrice') : isReached ? t('closePosition.reached') : undefined
  const fillAt = way === 'market' ? best : at === null || isReached ? null : { bid: at, ask: at }
  const paying = payingWallet(trader)
  const view =
    allowed && fillAt && paying
      ? closeView(toOpenPosition(order, market.lot), lots, market.lot, fillAt, paying)
      : null
  const choose = (next: CloseWay): void => {
    setWay(next)
    // Begins at the nearest price that has not been reached; the field is the customer's from then on.
    if (next === 'price' && priceText === '' && best !== null)
      setPrice(formatFixed(order.side === 'long' ? best.ask : best.bid, priceScale, market.scale, 'truncate'))
    setLots(String(next === 'market' ? order.lots : freeLots({ order }, at)))
  }
  return { way, choose, lots, lotsText, setLots, max, allowed, at, priceText, setPrice, priceError, view }
}

type CloseDraft = ReturnType<typeof useCloseDraft>

/** Submits the form of the dialog; disabled with a reason while that cannot be. */
function CloseButton({ market, form, draft, busy }: CloseButtonProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const { way, lots, max, allowed, view } = draft
  const isLater = way === 'price'
  const missing = !allowed || isLater ? true : t('closePosition.noPrice')
  const reason = view === null ? missing : undefined
  const label =
    view === null || lots === null
      ? t('orders.close')
      : t(isLater ? 'closePosition.set' : 'closePosition.act', {
          lots: lotsOf(lots),
          price: figures.price(view.price, market.scale),
        })
  return (
    <Button
      type="submit"
      form={form}
      variant="primary"
      busy={busy}
      reason={max === 0 ? t('closePosition.allTaken') : reason}
    >
      {label}
    </Button>
  )
}
type CloseButtonProps = {
  readonly market: CellProps['market']
  readonly form: string
  readonly draft: CloseDraft
  readonly busy: string | false
}

/** When to close, at which price and how many lots. */
function CloseFields({ order, market, draft }: CellProps & { draft: CloseDraft }) {
  const { t } = useTranslation('contract')
  const { way, choose, max, at, priceText, setPrice, priceError, lotsText, setLots, allowed } = draft
  return (
    <>
      <SegmentedControl
        label={t('closePosition.way')}
        options={[
          { value: 'market', label: t('closePosition.atMarket') },
          { value: 'price', label: t('closePosition.atPrice') },
        ]}
        value={way}
        onChange={choose}
      />
      {way === 'price' && (
        <ClosingPriceField
          {...{ order, market, price: at }}
          text={priceText}
          error={priceError}
          onText={setPrice}
        />
      )}
      <LotsToClose
        order={{ ...order, lots: max }}
        market={market}
        text={lotsText}
        isAllowed={allowed}
        onText={setLots}
      />
    </>
  )
}

/** Confirmation of a close with all its effects: now at the market, or later at a price. */
export default function CloseDialog({
  order,
  market,
  trader,
  onDone,
  onReceipt,
}: CellProps & { trader: TradingData; onDone: () => void; onReceipt: (id: number) => void }) {
  const { t } = useTranslation('contract')
  const form = useId()
  const { close, command } = useClosing({ order, market }, onDone, onReceipt)
  const closing = useClosingOrder({ order, market }, onDone, onReceipt)
  const draft = useCloseDraft({ order, market }, trader)
  const { way, lots, at, view } = draft
  const isLater = way === 'price'
  const side = t(sideKey(order))
  const submit = (): void => {
    if (!view || lots === null) return
    if (!isLater) void close(lots)
    else if (at !== null) void closing.set({ price: at, lots })
  }
  const busy =
    (command.busy && t('closePosition.acting')) || (closing.command.busy && t('closePosition.setting'))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('closePosition.title', { symbol: order.symbol, side, multiple: order.leverage })}
      description={t(isLater ? 'closePosition.atPriceText' : 'closePosition.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <CloseButton {...{ market, form, draft, busy }} />
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CloseFields {...{ order, market, draft }} />
        {view && <CloseConsequence {...{ view, order, market, isLater }} />}
        {isLater && (
          <ClosingOrderList
            {...{ order, market }}
            busy={closing.command.busy}
            onCancel={(price) => void closing.set({ price, lots: 0 })}
          />
        )}
        <DialogError error={isLater ? closing.command.error : command.error} />
      </form>
    </Dialog>
  )
}
