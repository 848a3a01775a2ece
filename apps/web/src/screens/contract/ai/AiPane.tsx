import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { ListError } from '../../../components/ListError.tsx'
import { OrdersPane, VisitorNote } from '../../../components/market/orders/OrdersPane.tsx'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { ContractPage } from '../page/useContractPage.tsx'
import styles from './AiPane.module.css'
import { Results } from './Results.tsx'
import { RunList } from './RunList.tsx'
import { RunTrades } from './RunTrades.tsx'
import { ScrollPane } from './ScrollPane.tsx'
import { placedTrades, useAiRule, useAiRuns, useAiStatus } from './useAi.ts'

type Tab = 'results' | 'trades' | 'runs'

/** The backtest of the market with the live results, as the published rule has them. */
function Backtest({ market }: Pick<ContractPage, 'market'>) {
  const { t } = useTranslation('ai')
  const rule = useAiRule(market.pid)
  if (rule.data !== undefined)
    return (
      <ScrollPane label={t('results.title')} isPadded>
        <Results market={market} strategy={rule.data.strategy} />
      </ScrollPane>
    )
  return rule.error ? (
    <ListError list={rule} />
  ) : (
    <div className={styles.results} aria-busy="true">
      <Skeleton width="100%" height={160} />
    </div>
  )
}

/** Below the chart while AI trading is open: backtest and live results, trades of the run, and all runs. */
export default function AiPane({ market, markets, onReceipt }: ContractPage) {
  const { t } = useTranslation(['ai', 'contract'])
  const isVisitor = useSession() === null
  const [tab, setTab] = useState<Tab>('results')
  const status = useAiStatus().data
  const runs = useAiRuns(1, { off: isVisitor }).total
  const run = status?.running ?? status?.last ?? null
  const marketOfRun = markets.find(({ pid }) => pid === run?.pid)
  const count = run === null ? undefined : placedTrades(run)
  return (
    <OrdersPane
      label={t('pane')}
      tabs={[
        { id: 'results', label: t('results.title') },
        { id: 'trades', label: t('trades.title'), count },
        { id: 'runs', label: t('runs.title'), count: runs },
      ]}
      value={tab}
      onChange={setTab}
    >
      {isVisitor && (
        <VisitorNote title={t('visitor')} text={t('visitorText')} signIn={t('contract:orders.signIn')} />
      )}
      {!isVisitor && tab === 'results' && <Backtest market={market} />}
      {!isVisitor &&
        tab === 'trades' &&
        (run !== null && marketOfRun !== undefined ? (
          <RunTrades run={run} market={marketOfRun} onReceipt={onReceipt} />
        ) : (
          <EmptyState icon="clock" title={t('trades.empty')} />
        ))}
      {!isVisitor && tab === 'runs' && (
        <ScrollPane label={t('runs.title')}>
          <RunList markets={markets} isWide />
        </ScrollPane>
      )}
    </OrdersPane>
  )
}
