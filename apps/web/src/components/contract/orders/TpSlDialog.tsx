import { stopLossBound } from '@glasshouse/core/contracts/account'
import { setStopsToWire } from '@glasshouse/core/contracts/commands/codec'
import { quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Price } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { showToast } from '@glasshouse/ui/Toast'
import { useId } from 'react'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { expectedPnlAt } from '../../market/expectedPnl.ts'
import { priceDirection } from '../../market/market.ts'
import { type DroppedLine, stopText } from '../amend.ts'
import type { CellProps } from '../cells.tsx'
import { pendingView, toOpenPosition } from '../positions.ts'
import { sideKey } from '../side.ts'
import { TpSlFields, useStopTexts } from '../ticket/TpSlFields.tsx'
import { orderAccountOf } from '../ticket/ticket.ts'
import { type TpSlDraft, type TpSlView, tpSlView } from '../tpSl.ts'
import type { TradingData } from '../tradingData.ts'
import { useTradingAccount } from '../useTradingAccount.ts'
import styles from './CloseDialog.module.css'
import { DialogError } from './DialogError.tsx'
import {
  type TrailingDraftState,
  TrailingField,
  useTrailingDraft,
  useTrailingItem,
} from './TrailingField.tsx'

/** Liquidation price that limits the stop loss, of the current account; for an open order including the order. */
const useStopLossBound = (
  { order, market }: CellProps,
  trader: TradingData,
  markets: readonly Market[],
): Price | null => {
  const holder = useTradingAccount(trader, market, markets)
  if (!holder) return order.liquidationPrice
  const { side } = order
  if (order.state !== 'resting') return stopLossBound(orderAccountOf(holder), side, null)
  const { margin, fee } = pendingView(order, market.lot, null)
  return stopLossBound(orderAccountOf(holder), side, {
    position: toOpenPosition(order, market.lot),
    margin,
    feeFromWallet: fee,
  })
}

/** Expected profit or loss of each stop, from the opening price. */
function Expected({
  order,
  market,
  view,
  trailing,
}: CellProps & { view: TpSlView; trailing: TrailingDraftState }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const position = toOpenPosition(order, market.lot)
  const coins = figures.plain(figures.trimmed(position.quantity))
  const item = (which: 'profit' | 'loss'): DescriptionItem => {
    const at = view[which].price
    const expected = expectedPnlAt(position, at, which)
    const label = t(which === 'profit' ? 'tpSl.revenue' : 'tpSl.loss')
    if (at === null || expected === null)
      return { id: which, label, value: '—', working: <Calculation sum={t('stops.none')} /> }
    const [from, less] = order.side === 'long' ? [at, position.openPrice] : [position.openPrice, at]
    const sum = `${coins} × ( ${figures.price(from, market.scale)} − ${figures.price(less, market.scale)} )`
    return {
      id: which,
      label,
      value: (
        <PriceChange direction={priceDirection(expected)} arrow={false}>
          {figures.amount(expected, 'floor', 4, 'always')}
        </PriceChange>
      ),
      working:
        view[which].fault === null ? <Calculation sum={sum} /> : <Calculation sum={t('tpSl.wrongSide')} />,
    }
  }
  const trailed = useTrailingItem({ order, market }, trailing)
  const items = [item('profit'), item('loss'), ...(order.state === 'open' ? [trailed] : [])]
  return <DescriptionList items={items} />
}

/** Saves both stops, and the trailing stop where it is another one, and confirms it. */
const useSetting = ({ order }: CellProps, onDone: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const command = useMutation('/api/contract/zhiyingzhisunContract')
  const save = async (view: TpSlView, isSame: boolean, trailing: TrailingDraftState): Promise<void> => {
    const cleared = view.profit.price === null && view.loss.price === null && trailing.draft.kind === 'none'
    const stops = { takeProfit: view.profit.price, stopLoss: view.loss.price }
    const { toSend } = trailing
    const done = await command.run(
      setStopsToWire({
        id: order.id,
        stops: isSame ? {} : stops,
        ...(toSend === undefined ? {} : { trailing: toSend }),
      }),
    )
    if (!done) return
    onDone()
    showToast({
      title: t(cleared ? 'tpSl.cleared' : 'tpSl.saved', { symbol: order.symbol }),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return { save, command }
}

type TpSlDialogProps = CellProps & {
  /** Price at which the line of a stop was released; fills that field. */
  dropped?: DroppedLine | undefined
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}

/** Both stops as typed, validated by the rule of the server. */
const useStops = ({ order, market, dropped, trader, markets }: TpSlDialogProps) => {
  const texts = useStopTexts(
    dropped?.part === 'profit' ? dropped.price : stopText(order.takeProfit),
    dropped?.part === 'loss' ? dropped.price : stopText(order.stopLoss),
  )
  const input: TpSlDraft = {
    side: order.side,
    openPrice: order.openPrice,
    liquidationPrice: useStopLossBound({ order, market }, trader, markets),
    unit: texts.unit,
    basis: { quantity: quantityOf(order.lots, market.lot), margin: order.margin },
    profitText: texts.profitText,
    lossText: texts.lossText,
    scale: market.scale,
  }
  const view = tpSlView(input)
  const same = view.profit.price === order.takeProfit && view.loss.price === order.stopLoss
  return { same, fields: { ...texts, view, input } }
}

/** Sets, changes or clears the stops of a position or an open order. */
export default function TpSlDialog(props: TpSlDialogProps) {
  const { order, market, onDone, onReceipt } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const form = useId()
  const { save, command } = useSetting({ order, market }, onDone, onReceipt)
  const { same, fields } = useStops(props)
  const { view } = fields
  const trailing = useTrailingDraft(props)
  const isSame = same && trailing.toSend === undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('tpSl.title', {
        symbol: order.symbol,
        side: t(sideKey(order)),
        multiple: order.leverage,
      })}
      description={t('tpSl.text', { price: figures.price(order.openPrice, market.scale) })}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={command.busy && t('tpSl.acting')}
            reason={view.fine && trailing.isFine ? isSame && t('tpSl.same') : true}
          >
            {t('tpSl.act')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          void save(view, same, trailing)
        }}
      >
        <TpSlFields {...fields} />
        {order.state === 'open' && <TrailingField market={market} state={trailing} />}
        <Expected order={order} market={market} view={view} trailing={trailing} />
        <DialogError error={command.error} />
      </form>
    </Dialog>
  )
}
