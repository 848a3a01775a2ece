import { validatePartialLots } from '@glasshouse/core/contracts/checks'
import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { PercentPicker, percentSteps } from '@glasshouse/ui/PercentPicker'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { liveBestPrices } from '../../../components/contract/account.ts'
import type { CellProps } from '../../../components/contract/cells.tsx'
import {
  type CloseView,
  closableLots,
  closeView,
  toOpenPosition,
} from '../../../components/contract/positions.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { priceDirection } from '../../../components/market/market.ts'
import { useFeeParts, useLots } from '../../../components/market/orderLabels.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useBook } from '../../../data/book.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { readLots, steppedLots } from '../ticket/size.ts'
import { payingWallet } from '../useTradingAccount.ts'
import type { TradingData } from '../useTradingData.ts'
import styles from './CloseDialog.module.css'
import { DialogError } from './DialogError.tsx'

/** Effect of a close on the wallet, with the calculation of every figure. */
export function CloseConsequence({ view, order, market }: CellProps & { view: CloseView }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const price = (units: bigint): string => figures.price(units, market.scale)
  const coins = figures.plain(figures.trimmed(view.quantity))
  const opened = figures.price(order.openPrice, market.scale)
  const [from, to] = order.side === 'long' ? [price(view.price), opened] : [opened, price(view.price)]
  const feeParts = useFeeParts()(view.fee, view.feeFromBonus)
  const profit = figures.own(view.profit, 'always')
  return (
    <DescriptionList
      items={[
        {
          id: 'price',
          label: t('closePosition.price'),
          value: price(view.price),
          working: (
            <Calculation
              sum={t(order.side === 'long' ? 'closePosition.priceBid' : 'closePosition.priceAsk')}
            />
          ),
        },
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
    const answer = await command.run({ id: order.id, number: lots === order.lots ? undefined : lots })
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

/** Confirmation of a close with all its effects. */
export default function CloseDialog({
  order,
  market,
  trader,
  onDone,
  onReceipt,
}: CellProps & { trader: TradingData; onDone: () => void; onReceipt: (id: number) => void }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const form = useId()
  const [lotsText, setLots] = useState(String(order.lots))
  const { close, command } = useClosing({ order, market }, onDone, onReceipt)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const lots = readLots(lotsText)
  const limits = { minLots: market.minLots, stepLots: market.stepLots }
  const allowed =
    lots !== null && lots > 0 && lots <= order.lots && !validatePartialLots(lots, order.lots, limits)
  const lot = market.lot
  const paying = payingWallet(trader)
  const view =
    allowed && best && paying ? closeView(toOpenPosition(order, lot), lots, lot, best, paying) : null
  const side = t(order.side === 'long' ? 'orders.buy' : 'orders.sell')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('closePosition.title', { symbol: order.symbol, side, multiple: order.leverage })}
      description={t('closePosition.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={command.busy && t('closePosition.acting')}
            reason={!allowed ? true : view ? undefined : t('closePosition.noPrice')}
          >
            {view && lots !== null
              ? t('closePosition.act', { lots: lotsOf(lots), price: figures.price(view.price, market.scale) })
              : t('orders.close')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          if (view && lots !== null) void close(lots)
        }}
      >
        <LotsToClose order={order} market={market} text={lotsText} isAllowed={allowed} onText={setLots} />
        {view && <CloseConsequence view={view} order={order} market={market} />}
        <DialogError error={command.error} />
      </form>
    </Dialog>
  )
}
