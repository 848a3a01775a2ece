import { type TradeKind, tradeKinds } from '@glasshouse/core/performance/rules'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { useTradingData } from '../../components/contract/useTradingData.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { serverNow } from '../../data/clock.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { ClosedTrades } from './ClosedTrades.tsx'
import { Overview } from './Overview.tsx'
import { Positions } from './Positions.tsx'
import { fieldDay, monthOf, noFilters, onlyDay } from './tradeDays.ts'

const CauseReceipt = lazy(() => import('../../components/journal/CauseReceipt.tsx'))

/** Positions of all markets, what trading came to, and every closed trade. */
export default function Transaction() {
  return useSignedIn() ? <Trading /> : null
}

type OpenReceipt = { readonly kind: TradeKind; readonly id: number }
const none: NonNullable<ReturnType<typeof useMarkets>['data']> = []

function Trading() {
  const { t } = useTranslation('transaction')
  const markets = useMarkets()
  const wallets = [useTradingData('contract'), useTradingData('contract2')] as const
  const [shift, setShift] = useState(0)
  const [filters, setFilters] = useState(noFilters)
  const [receipt, setReceipt] = useState<OpenReceipt | null>(null)
  const month = monthOf(serverNow(), shift)
  const chooseDay = (day: string | null) =>
    setFilters((known) => ({
      ...known,
      from: day === null ? '' : fieldDay(day),
      to: day === null ? '' : fieldDay(day),
    }))
  const onReceipt = (kind: TradeKind, id: number): void => setReceipt({ kind, id })
  return (
    <Page title={t('title')} back={paths.mine()} wide>
      <Overview
        wallets={wallets}
        markets={markets.data ?? none}
        month={month}
        shift={shift}
        onShift={setShift}
        day={onlyDay(filters)}
        onDay={chooseDay}
      >
        {markets.error && markets.data === undefined ? (
          <Panel>
            <ListError list={markets} />
          </Panel>
        ) : (
          <Positions wallets={wallets} markets={markets.data ?? none} onReceipt={onReceipt} />
        )}
      </Overview>
      <ClosedTrades filters={filters} onChange={setFilters} onReceipt={onReceipt} />
      <LinkedReceipt opened={receipt} onClose={() => setReceipt(null)} />
    </Page>
  )
}

/** The opened receipt, or the one that the address names. */
function LinkedReceipt({ opened, onClose }: { opened: OpenReceipt | null; onClose: () => void }) {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const kind = tradeKinds.find((one) => one === search.get('kind'))
  const id = idOf(search.get('id'))
  const linked = kind === undefined || id === null ? null : { kind, id }
  const cause = opened ?? linked
  if (cause === null) return null
  return (
    <Suspense fallback={null}>
      <CauseReceipt
        cause={cause}
        onClose={() => {
          if (opened === null) navigate(paths.transaction(), { replace: true })
          else onClose()
        }}
      />
    </Suspense>
  )
}
