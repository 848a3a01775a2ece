import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { ListError } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { RowSkeleton, rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { PhoneOptionRow } from '../../../components/option/PhoneOptionRow.tsx'
import type { OptionData } from '../../../components/option/useOptionData.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Visitor } from '../orders/Orders.tsx'
import { type ListPosition, usePage } from '../orders/usePage.ts'

type Acts = { onFocus: (order: OptionOrder) => void; onReceipt: (id: number) => void }

function List({
  shown,
  markets,
  onPage,
  ...acts
}: Acts & { shown: ListPosition; markets: readonly Market[]; onPage: (page: number) => void }) {
  const { t } = useTranslation('options')
  const { t: tTrade } = useTranslation('trade')
  const { list, rows, pageSize } = usePage(shown, markets)
  if (!rows)
    return list.error ? <ListError list={list} title={t('orders.failed')} /> : <RowSkeleton height={52} />
  if (rows.length === 0) {
    const settled = shown.tab === 'settled'
    return (
      <EmptyState
        icon="orders"
        title={t(settled ? 'orders.noSettled' : 'orders.none')}
        text={settled ? t('orders.noSettledText') : tTrade('noOption')}
      />
    )
  }
  return (
    <>
      <ul aria-label={t('orders.list', { tab: t(`orders.${shown.tab}`) })}>
        {rows.map((row) => (
          <PhoneOptionRow key={row.order.id} row={row} {...acts} />
        ))}
      </ul>
      <ListPager list={list} page={shown.page} pageSize={pageSize} onPage={onPage} />
    </>
  )
}

/** Phone list of the user's options; open ones have a countdown. */
export function PhoneOrders({
  markets,
  trader,
  ...acts
}: Acts & { markets: readonly Market[]; trader: OptionData }) {
  const { t } = useTranslation('options')
  const visitor = useSession() === null
  const [list, setList] = useState<ListPosition>({ tab: 'open', page: 1 })
  if (visitor) return <Visitor />
  return (
    <section aria-label={t('orders.title')}>
      <Tabs
        id="orders"
        className={rowTabsClass}
        label={t('orders.title')}
        tabs={[
          { id: 'open', label: t('orders.open'), count: trader.openTotal },
          { id: 'settled', label: t('orders.settledTab'), count: trader.settledTotal },
        ]}
        value={list.tab}
        onChange={(tab) => setList({ tab, page: 1 })}
      />
      <TabPanel id="orders" tab={list.tab}>
        <List shown={list} markets={markets} onPage={(page) => setList({ ...list, page })} {...acts} />
      </TabPanel>
    </section>
  )
}
