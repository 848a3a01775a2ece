import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, useState } from 'react'
import { useSearchParams } from 'wouter'
import { lazyAfterChart } from '../../../components/chart/chartReady.ts'
import { useOrderDraft } from '../../../components/contract/ticket/draft.ts'
import { PhoneChartPane } from '../../../components/market/phone/PhoneChartPane.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { PhoneTradeMarket, TradePage } from '../../../components/market/phone/TradePage.tsx'
import { ContractChart } from '../page/ContractChart.tsx'
import { useContractPage } from '../page/useContractPage.tsx'
import type { View } from './Below.tsx'

const PhoneTicket = lazyAfterChart(() => import('../ticket/PhoneTicket.tsx'))
const Below = lazyAfterChart(() => import('./Below.tsx'))
const OwnBook = lazyAfterChart(() => import('../page/OwnBook.tsx'))
const IssueContract = lazy(() => import('../../subscription/IssueContract.tsx'))

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
