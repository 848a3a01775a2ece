import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, useState } from 'react'
import { useSearchParams } from 'wouter'
import { lazyAfterChart } from '../../components/chart/chartReady.ts'
import type { View } from '../../components/market/PanelSwitch.tsx'
import { TradeLayout, TradeMarket } from '../../components/market/TradeLayout.tsx'
import type { Side } from './ai/SideSwitch.tsx'
import { ContractChart } from './page/ContractChart.tsx'
import { Terms } from './page/Terms.tsx'
import { useContractPage } from './page/useContractPage.tsx'

const OwnBook = lazyAfterChart(() => import('./page/OwnBook.tsx'))
const EntryPanel = lazyAfterChart(() => import('./page/EntryPanel.tsx'))
const Orders = lazyAfterChart(async () => ({ default: (await import('./orders/Orders.tsx')).Orders }))
const AiPane = lazyAfterChart(() => import('./ai/AiPane.tsx'))
const IssueContract = lazy(() => import('../subscription/IssueContract.tsx'))

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const page = useContractPage(market, markets)
  const [view, setView] = useState<View>('chart')
  const [side, setSide] = useState<Side>(page.beginsWithAi ? 'ai' : 'ticket')
  return (
    <>
      <TradeLayout
        kind="contract"
        market={market}
        markets={markets}
        onPick={page.onPick}
        facts={<Terms market={market} />}
        hidesBook={side === 'ai'}
        view={view}
        onView={setView}
        chart={<ContractChart page={page} isRuleShown={side === 'ai'} kind="contract" />}
        book={<OwnBook page={page} />}
        side={<EntryPanel page={page} side={side} onSide={setSide} />}
        orders={
          <>
            {side === 'ai' ? <AiPane {...page} /> : <Orders {...page} />}
            {page.receipt}
          </>
        }
      />
      {page.source}
      {page.transfer}
    </>
  )
}

/** Contract page: chart, order book, ticket, account and orders of one market; with `type` ipo an issue of new coins. */
export default function Contract() {
  const [search] = useSearchParams()
  if (search.get('type') === 'ipo') return <IssueContract />
  return (
    <TradeMarket kind="contract">
      {(market, markets) => <Trading market={market} markets={markets} />}
    </TradeMarket>
  )
}
