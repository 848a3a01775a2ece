import type { Market } from '@glasshouse/core/markets/codec'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useOrderDraft } from '../../../components/contract/ticket/draft.ts'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { PhoneChartPane } from '../../../components/market/phone/PhoneChartPane.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { PhoneTradeMarket, TradePage } from '../../../components/market/phone/TradePage.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { AccountPanel } from '../AccountPanel.tsx'
import { ContractChart } from '../page/ContractChart.tsx'
import OwnBook from '../page/OwnBook.tsx'
import { type ContractPage, useContractPage } from '../page/useContractPage.tsx'
import { PhoneTicket } from '../ticket/PhoneTicket.tsx'
import { PhoneOrders } from './PhoneOrders.tsx'

const AiPanel = lazy(async () => ({ default: (await import('../ai/AiPanel.tsx')).AiPanel }))
const IssueContract = lazy(() => import('../../subscription/IssueContract.tsx'))

type View = 'orders' | 'ai' | 'book' | 'trades' | 'account'

/** Tabs below the chart: orders, AI trading, order book, trades and account. */
function Below({ page, view, onView }: { page: ContractPage; view: View; onView: (view: View) => void }) {
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

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const page = useContractPage(market, markets)
  const draft = useOrderDraft(market)
  const [view, setView] = useState<View>(page.beginsWithAi ? 'ai' : 'orders')
  const [raised, setRaised] = useState(!page.beginsWithAi)
  return (
    <>
      <TradePage
        raised={raised}
        onRaised={setRaised}
        book={(end) => <OwnBook page={page} part="book" fitted end={end} />}
        top={
          <PhoneMarketHeader
            kind="contract"
            market={market}
            markets={markets}
            onPick={page.onPick}
            lean={raised}
          />
        }
        chart={
          <ContractChart
            page={page}
            isRuleShown={view === 'ai'}
            kind="phone"
            draft={draft}
            pane={(props) => <PhoneChartPane {...props} raised={raised} onRaised={setRaised} />}
          />
        }
        below={<Below page={page} view={view} onView={setView} />}
        sheet={<PhoneTicket {...page} draft={draft} raised={raised} onRaised={setRaised} />}
      />
      {page.receipt}
      {page.source}
      {page.transfer}
    </>
  )
}

/** Phone layout of the contract page: the chart, and the ticket as a bottom sheet; with `type` ipo an issue of new coins. */
export default function PhoneContract() {
  const [search] = useSearchParams()
  if (search.get('type') === 'ipo') return <IssueContract />
  return (
    <PhoneTradeMarket>
      {(market, markets) => <Trading key={market.pid} market={market} markets={markets} />}
    </PhoneTradeMarket>
  )
}
