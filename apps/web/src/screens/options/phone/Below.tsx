import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { OptionPage } from '../useOptionPage.tsx'
import { PhoneOrders } from './PhoneOrders.tsx'

type View = 'orders' | 'book' | 'trades'

/** Tabs below the chart: options, order book and trades. */
export default function Below({ page }: { page: OptionPage }) {
  const { t } = useTranslation('options')
  const { t: tMarket } = useTranslation('market')
  const { t: tTrade } = useTranslation('trade')
  const [view, setView] = useState<View>('orders')
  return (
    <>
      <Tabs
        id="below"
        className={rowTabsClass}
        label={tTrade('below')}
        tabs={[
          { id: 'orders', label: t('orders.title') },
          { id: 'book', label: tMarket('book.title') },
          { id: 'trades', label: tMarket('book.trades') },
        ]}
        value={view}
        onChange={setView}
      />
      <TabPanel id="below" tab={view}>
        {view === 'orders' ? <PhoneOrders {...page} /> : <BookPane market={page.market} part={view} />}
      </TabPanel>
    </>
  )
}
