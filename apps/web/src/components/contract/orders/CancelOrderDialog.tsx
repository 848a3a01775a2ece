import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useBook } from '../../../data/book.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { useLots } from '../../market/orderLabels.ts'
import { bestOf } from '../account.ts'
import type { CellProps } from '../cells.tsx'
import { pendingView } from '../positions.ts'
import { sideKey } from '../side.ts'
import styles from './CloseDialog.module.css'
import { DialogError } from './DialogError.tsx'

/** Trigger of the order, and the amount released by its cancellation. */
function Consequence({ order, market }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const view = pendingView(order, market.lot, bestOf(useBook(market.pid, market.symbol).value))
  const price = (units: bigint): string => figures.price(units, market.scale)
  return (
    <DescriptionList
      items={[
        {
          id: 'price',
          label: t(order.trigger === null ? 'cancelOrder.price' : 'ticket.triggerPrice'),
          value: figures.price(order.openPrice, market.scale),
          working:
            view.now !== null && view.away !== null ? (
              <Calculation
                sum={`${t('orders.now', { price: price(view.now) })} · ${t('orders.away', { percent: figures.percent(view.away) })}`}
              />
            ) : undefined,
        },
        {
          id: 'back',
          label: t('cancelOrder.back'),
          value: figures.own(view.shown.held),
          working: <Calculation sum={figures.terms(view.shown.parts)} />,
          total: true,
        },
      ]}
    />
  )
}

/** Confirmation of the cancellation of an open order. */
export default function CancelOrderDialog({
  order,
  market,
  onDone,
  onReceipt,
}: CellProps & { onDone: () => void; onReceipt: (id: number) => void }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const command = useMutation('/api/contract/cheDanContract')
  const cancel = async (): Promise<void> => {
    const done = await command.run({ id: order.id })
    if (!done) return
    onDone()
    showToast({
      title: t('cancelOrder.done', {
        symbol: order.symbol,
        price: figures.priceText(done.openPrice, market.scale),
      }),
      text: t('cancelOrder.doneText'),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('cancelOrder.title', {
        symbol: order.symbol,
        side: t(sideKey(order)),
        multiple: order.leverage,
      })}
      description={t('cancelOrder.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancelOrder.keep')}</Button>
          <Button
            variant="primary"
            busy={command.busy && t('cancelOrder.acting')}
            onClick={() => void cancel()}
          >
            {t('cancelOrder.act', { lots: lotsOf(order.lots) })}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Consequence order={order} market={market} />
        <DialogError error={command.error} />
      </div>
    </Dialog>
  )
}
