import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { Icon } from '@glasshouse/ui/Icon'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { CellProps } from '../cells.tsx'
import { sideKey } from '../side.ts'
import { columnsOf, type OrderAction, type OrderTab } from './columns.tsx'
import styles from './OrderSheet.module.css'

const nothing = { onAct: () => {}, onReceipt: () => {}, detailOf: null, onDetail: () => {} }
/** Actions on the orders of a tab. */
const acts: Readonly<Record<OrderTab, readonly OrderAction[]>> = {
  open: ['reverse', 'tpSl', 'close'],
  pending: ['amend', 'tpSl', 'cancel'],
  closed: [],
  cancelled: [],
}

/** The action that ends an order is emphasized. */
const mainAct: Partial<Record<OrderTab, OrderAction>> = { open: 'close', pending: 'cancel' }

/** Sheet with all figures of one order, and its actions. */
export default function OrderSheet({
  tab,
  row,
  onAct,
  onReceipt,
  onMarket,
  onClose,
}: {
  tab: OrderTab
  row: CellProps
  onAct: (act: OrderAction) => void
  onReceipt: () => void
  /** Opens the market of the order; without it there is no button. */
  onMarket?: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('contract')
  const { order } = row
  const facts = columnsOf(tab, t, nothing).filter(({ id }) => id !== 'product' && id !== 'actions')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('receipt.of', {
        id: order.id,
        symbol: order.symbol,
        side: t(sideKey(order)),
        multiple: order.leverage,
      })}
      closeLabel={t('close')}
      size="sheet"
      foot={
        <>
          <Button icon={<EvidenceIcon size={14} />} onClick={onReceipt}>
            {t('ticket.receipt')}
          </Button>
          {onMarket && (
            <Button icon={<Icon name="candles" size={14} />} onClick={onMarket}>
              {t('orders.chart')}
            </Button>
          )}
          {acts[tab].map((act) => (
            <Button
              key={act}
              variant={mainAct[tab] === act ? 'primary' : 'secondary'}
              onClick={() => onAct(act)}
            >
              {t(`orders.act.${act}`)}
            </Button>
          ))}
        </>
      }
    >
      <div className={styles.facts}>
        <DescriptionList items={facts.map(({ id, head, cell }) => ({ id, label: head, value: cell(row) }))} />
      </div>
    </Dialog>
  )
}
