import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense } from 'react'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { AccountPanel } from '../AccountPanel.tsx'
import OwnBook from '../page/OwnBook.tsx'
import type { ContractPage } from '../page/useContractPage.tsx'
import { PhoneOrders } from './PhoneOrders.tsx'

const AiPanel = lazy(async () => ({ default: (await import('../ai/AiPanel.tsx')).AiPanel }))

export type View = 'orders' | 'ai' | 'book' | 'trades' | 'account'

/** Tabs below the chart: orders, AI trading, order book, trades and account. */
export default function Below({
  page,
  view,
  onView,
}: {
  page: ContractPage
  view: View
  onView: (view: View) => void
}) {
  const { t } = useTranslation('contract')
  const { t: tMarket } = useTranslation('market')
  const { t: tTrade } = useTranslation('trade')
  const { t: tAi } = useTranslation('ai')
  return (
    <>
      <Tabs
        id="below"
        className={rowTabsClass}
        label={tTrade('below')}
        tabs={[
          { id: 'orders', label: t('orders.title') },
          { id: 'ai', label: tAi('tab.ai') },
          { id: 'book', label: tMarket('book.title') },
          { id: 'trades', label: tMarket('book.trades') },
          { id: 'account', label: t('account.title') },
        ]}
        value={view}
        onChange={onView}
      />
      <TabPanel id="below" tab={view}>
        {view === 'orders' && <PhoneOrders {...page} />}
        {view === 'ai' && (
          <Suspense fallback={null}>
            <AiPanel {...page} hasResults onMarks={page.onRuleMarks} />
          </Suspense>
        )}
        {view === 'book' && <OwnBook page={page} part="book" />}
        {view === 'trades' && <BookPane market={page.market} part="trades" />}
        {view === 'account' && <AccountPanel {...page} />}
      </TabPanel>
    </>
  )
}
