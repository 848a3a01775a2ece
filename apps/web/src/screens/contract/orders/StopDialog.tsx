import { directionOf } from '@glasshouse/core/contracts/rules'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { formatPrice, type Price, price } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Change } from '@glasshouse/ui/Change'
import { Dialog } from '@glasshouse/ui/Dialog'
import { type FactItem, Facts } from '@glasshouse/ui/Facts'
import { showToast } from '@glasshouse/ui/Toast'
import { Working } from '@glasshouse/ui/Working'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand, useReload } from '../../../live/query.ts'
import { useFigures } from '../../../parts/figures.ts'
import { signOf } from '../../../parts/market/market.ts'
import { lotOf } from '../account.ts'
import { heldPosition, pendingView } from '../positions.ts'
import { StopFields } from '../StopFields.tsx'
import { expectedAt, type StopsView, stopsView } from '../stops.ts'
import { closeOutWith } from '../ticket.ts'
import { type Trader, useHolder } from '../useHolder.ts'
import styles from './CloseDialog.module.css'
import type { CellProps } from './cells.tsx'
import { DialogError } from './DialogError.tsx'

/** The close-out price that a stop-loss may not lie beyond: of the account as it is, with the order where it still waits. */
const useCloseOut = (
  { order, market }: CellProps,
  trader: Trader,
  markets: readonly MarketRow[],
): Price | null => {
  const holder = useHolder(trader, market, markets)
  if (!holder) return order.liquidationPrice === null ? null : price(order.liquidationPrice)
  if (order.status !== 0) return closeOutWith(holder, null)
  const { margin, fee } = pendingView(order, lotOf(market), null)
  return closeOutWith(holder, { position: heldPosition(order, lotOf(market)), margin, feeFromWallet: fee })
}

/** What each stop would bring or cost, worked out from the opening price. */
function Expected({ order, market, view }: CellProps & { view: StopsView }) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const position = heldPosition(order, lotOf(market))
  const coins = figures.plain(figures.trimmed(position.quantity))
  const item = (which: 'profit' | 'loss'): FactItem => {
    const at = view[which].price
    const expected = expectedAt(position, at, which)
    const label = t(which === 'profit' ? 'stopping.revenue' : 'stopping.loss')
    if (at === null || expected === null)
      return { id: which, label, value: '—', working: <Working sum={t('stops.none')} /> }
    const [from, less] = order.type === 1 ? [at, position.openPrice] : [position.openPrice, at]
    const sum = `${coins} × ( ${figures.price(from, market.scale)} − ${figures.price(less, market.scale)} )`
    return {
      id: which,
      label,
      value: (
        <Change direction={signOf(expected)} arrow={false}>
          {figures.amount(expected, 'floor', 4, 'always')}
        </Change>
      ),
      working: view[which].fault === null ? <Working sum={sum} /> : <Working sum={t('stopping.wrongSide')} />,
    }
  }
  return <Facts items={[item('profit'), item('loss')]} />
}

const textOf = (set: string): string => (price(set) === 0n ? '' : set)
/** Nothing clears a stop. */
const wireOf = (set: Price | null): string => (set === null ? '' : formatPrice(set))

/** Saves both stops and tells that they stand. */
const useSetting = ({ order }: CellProps, onDone: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const reload = useReload()
  const command = useCommand('/api/contract/zhiyingzhisunContract')
  const save = async (view: StopsView): Promise<void> => {
    const cleared = view.profit.price === null && view.loss.price === null
    const done = await command.run({
      id: order.id,
      target_profit_price: wireOf(view.profit.price),
      stop_loss_price: wireOf(view.loss.price),
    })
    reload('/api/contract/myContractOrderList', '/api/contract/receipt')
    if (!done) return
    onDone()
    showToast({
      title: t(cleared ? 'stopping.cleared' : 'stopping.saved', { symbol: done.procode }),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return { save, command }
}

/** Sets, moves or clears the stops of a position or a waiting order. */
export default function StopDialog({
  order,
  market,
  trader,
  markets,
  onDone,
  onReceipt,
}: CellProps & {
  trader: Trader
  markets: readonly MarketRow[]
  onDone: () => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const [profitText, setProfit] = useState(textOf(order.targetProfitPrice))
  const [lossText, setLoss] = useState(textOf(order.stopLossPrice))
  const { save, command } = useSetting({ order, market }, onDone, onReceipt)
  const view = stopsView({
    direction: directionOf(order.type),
    openPrice: price(order.openPrice),
    closeOut: useCloseOut({ order, market }, trader, markets),
    profitText,
    lossText,
    scale: market.scale,
  })
  const same =
    (view.profit.price ?? 0n) === price(order.targetProfitPrice) &&
    (view.loss.price ?? 0n) === price(order.stopLossPrice)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('stopping.title', {
        symbol: order.procode,
        side: t(order.type === 1 ? 'orders.buy' : 'orders.sell'),
        multiple: order.multiple,
      })}
      description={t('stopping.text', { price: figures.priceText(order.openPrice, market.scale) })}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={command.busy && t('stopping.acting')}
            reason={view.fine ? same && t('stopping.same') : true}
            onClick={() => void save(view)}
          >
            {t('stopping.act')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <StopFields
          profitText={profitText}
          lossText={lossText}
          view={view}
          scale={market.scale}
          onProfit={setProfit}
          onLoss={setLoss}
        />
        <Expected order={order} market={market} view={view} />
        <DialogError error={command.error} />
      </div>
    </Dialog>
  )
}
