import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { tradeKinds } from '@glasshouse/core/performance/rules'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { serverNow } from '../../data/clock.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { ClosedTrades } from './ClosedTrades.tsx'
import { MarginOrders } from './MarginOrders.tsx'
import { Overview } from './Overview.tsx'
import styles from './Transaction.module.css'
import { fieldDay, monthOf, noFilters, onlyDay } from './tradeDays.ts'

const CauseReceipt = lazy(() => import('../../components/journal/CauseReceipt.tsx'))

/** Positions, what trading came to, and every closed trade. */
export default function Transaction() {
  return useSignedIn() ? <Trading /> : null
}

function Trading() {
  const { t } = useTranslation('transaction')
  const [wallet, setWallet] = useState<ContractWallet>('contract')
  const [shift, setShift] = useState(0)
  const [filters, setFilters] = useState(noFilters)
  const month = monthOf(serverNow(), shift)
  const chooseDay = (day: string | null) =>
    setFilters((known) => ({
      ...known,
      from: day === null ? '' : fieldDay(day),
      to: day === null ? '' : fieldDay(day),
    }))
  return (
    <Page title={t('title')} back={paths.mine()}>
      <Overview month={month} shift={shift} onShift={setShift} day={onlyDay(filters)} onDay={chooseDay} />
      <Panel
        title={t('orders')}
        beside={
          <SegmentedControl
            className={styles.wallets}
            label={t('wallet')}
            options={[
              { value: 'contract' as const, label: t('first') },
              { value: 'contract2' as const, label: t('second') },
            ]}
            value={wallet}
            onChange={setWallet}
          />
        }
      >
        <MarginOrders key={wallet} wallet={wallet} />
      </Panel>
      <ClosedTrades filters={filters} onChange={setFilters} />
      <LinkedReceipt />
    </Page>
  )
}

/** Receipt of the trade that the address names. */
function LinkedReceipt() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const kind = tradeKinds.find((one) => one === search.get('kind'))
  const id = idOf(search.get('id'))
  if (kind === undefined || id === null) return null
  return (
    <Suspense fallback={null}>
      <CauseReceipt cause={{ kind, id }} onClose={() => navigate(paths.transaction(), { replace: true })} />
    </Suspense>
  )
}
