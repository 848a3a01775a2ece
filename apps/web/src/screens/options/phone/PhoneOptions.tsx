import type { Market } from '@glasshouse/core/markets/codec'
import { useState } from 'react'
import { lazyAfterChart } from '../../../components/chart/chartReady.ts'
import { PhoneChartPane } from '../../../components/market/phone/PhoneChartPane.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { PhoneTradeMarket, TradePage } from '../../../components/market/phone/TradePage.tsx'
import { OptionChart, useOptionPage } from '../useOptionPage.tsx'

const PhoneOptionTicket = lazyAfterChart(async () => ({
  default: (await import('../ticket/PhoneOptionTicket.tsx')).PhoneOptionTicket,
}))
const Below = lazyAfterChart(() => import('./Below.tsx'))
const BookPane = lazyAfterChart(async () => ({
  default: (await import('../../../components/market/BookPane.tsx')).BookPane,
}))

/** Space for open options on one-minute candles, leaving space for the candles. */
const ahead = 90

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [raised, setRaised] = useState(true)
  const page = useOptionPage(market, markets, () => window.scrollTo(0, 0))
  return (
    <>
      <TradePage
        raised={raised}
        onRaised={setRaised}
        book={(end) => <BookPane market={market} part="book" fitted end={end} />}
        top={
          <PhoneMarketHeader
            kind="options"
            market={market}
            markets={markets}
            onPick={page.onPick}
            lean={raised}
          />
        }
        chart={
          <OptionChart
            page={page}
            ahead={ahead}
            pane={(props) => <PhoneChartPane {...props} raised={raised} onRaised={setRaised} />}
          />
        }
        below={<Below page={page} />}
        sheet={<PhoneOptionTicket {...page} raised={raised} onRaised={setRaised} />}
      />
      {page.receipt}
    </>
  )
}

/** Phone layout of the options page: the chart, and the ticket as a bottom sheet. */
export default function PhoneOptions() {
  return (
    <PhoneTradeMarket>{(market, markets) => <Trading market={market} markets={markets} />}</PhoneTradeMarket>
  )
}
