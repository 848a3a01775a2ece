import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { useState } from 'react'
import { OrdersPane, VisitorNote } from '../../../components/market/orders/OrdersPane.tsx'
import type { OptionData } from '../../../components/option/useOptionData.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { OrderList } from './OrderList.tsx'
import type { ListPosition } from './usePage.ts'

/** Replaces the options for visitors. */
export function Visitor() {
  const { t } = useTranslation('options')
  return (
    <VisitorNote title={t('orders.visitor')} text={t('orders.visitorText')} signIn={t('orders.signIn')} />
  )
}

/** The user's options: all, open, settled. */
export function Orders({
  markets,
  trader,
  receiptOf,
  onFocus,
  onReceipt,
}: {
  markets: readonly Market[]
  trader: OptionData
  receiptOf: number | null
  onFocus: (order: OptionOrder) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const visitor = useSession() === null
  const [list, setList] = useState<ListPosition>({ tab: 'all', page: 1 })
  return (
    <OrdersPane
      label={t('orders.title')}
      tabs={[
        { id: 'all', label: t('orders.all') },
        { id: 'open', label: t('orders.open'), count: trader.openTotal },
        { id: 'settled', label: t('orders.settledTab'), count: trader.settledTotal },
      ]}
      value={list.tab}
      onChange={(tab) => setList({ tab, page: 1 })}
    >
      {visitor ? (
        <Visitor />
      ) : (
        <OrderList
          shown={list}
          markets={markets}
          receiptOf={receiptOf}
          onPage={(page) => setList({ ...list, page })}
          onFocus={onFocus}
          onReceipt={onReceipt}
        />
      )}
    </OrdersPane>
  )
}
