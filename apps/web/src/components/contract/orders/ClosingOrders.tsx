import { closingLotsOf } from '@glasshouse/core/contracts/closingOrders'
import { setClosingOrderToWire } from '@glasshouse/core/contracts/commands/codec'
import type { ClosingOrder } from '@glasshouse/core/contracts/order'
import { formatPrice, type Price, priceStep } from '@glasshouse/core/money/units'
import { IconButton } from '@glasshouse/ui/IconButton'
import { showToast } from '@glasshouse/ui/Toast'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { useLots } from '../../market/orderLabels.ts'
import { NumberField } from '../../NumberField.tsx'
import type { CellProps } from '../cells.tsx'
import { steppedPrice } from '../ticket/size.ts'
import styles from './CloseDialog.module.css'

/**
 * Lots that a closing order at a price may have: those without another one.
 *
 * @example freeLots(tenLotsWithFourAt70000, price('71000')) // 6
 */
export const freeLots = ({ order }: Pick<CellProps, 'order'>, at: Price | null): number =>
  order.lots - closingLotsOf(order.closingOrders.filter((one) => one.price !== at))

/** Sets or cancels closing orders of a position and confirms it. */
export const useClosingOrder = (
  { order, market }: CellProps,
  onDone: () => void,
  onReceipt: (id: number) => void,
) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const command = useMutation('/api/contract/closingOrder')
  const set = async ({ price: at, lots }: ClosingOrder): Promise<void> => {
    if ((await command.run(setClosingOrderToWire({ id: order.id, price: at, lots }))) === null) return
    onDone()
    const price = figures.price(at, market.scale)
    showToast({
      title:
        lots === 0
          ? t('closePosition.cancelledOne', { price })
          : t('closePosition.placed', { symbol: order.symbol, lots: lotsOf(lots), price }),
      ...(lots === 0 ? {} : { text: t('closePosition.placedText') }),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { set, command }
}

/** Closing orders that wait, each with a button that cancels it. */
export function ClosingOrderList({
  order,
  market,
  busy,
  onCancel,
}: CellProps & { busy: boolean; onCancel: (price: Price) => void }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  if (order.closingOrders.length === 0) return null
  return (
    <section className={styles.waiting} aria-label={t('closePosition.waiting')}>
      <h3>{t('closePosition.waiting')}</h3>
      <ul>
        {order.closingOrders.map(({ price: at, lots }) => {
          const price = figures.price(at, market.scale)
          return (
            <li key={price}>
              <span>{t('closePosition.row', { lots: lotsOf(lots), price })}</span>
              <IconButton
                icon="close"
                small
                label={t('closePosition.cancelOne', { price })}
                disabled={busy}
                onClick={() => onCancel(at)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Price at which lots close; the arrow keys step from the market. */
export function ClosingPriceField({
  order,
  market,
  text,
  price,
  error,
  onText,
}: CellProps & {
  text: string
  price: Price | null
  error: string | undefined
  onText: (text: string) => void
}) {
  const { t } = useTranslation('contract')
  return (
    <NumberField
      layout="inside"
      label={t('closePosition.target')}
      unit="USDT"
      value={text}
      onChange={onText}
      onStep={(by) =>
        onText(formatPrice(steppedPrice(price ?? order.currentPrice, priceStep(market.scale), by)))
      }
      error={error}
    />
  )
}
