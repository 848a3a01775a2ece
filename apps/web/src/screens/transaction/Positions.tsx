import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import type { TradeKind } from '@glasshouse/core/performance/rules'
import { Button } from '@glasshouse/ui/Button'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { useWalletOrders } from '../../components/contract/useTradingData.ts'
import { useOpenOptions } from '../../components/option/useOptionData.ts'
import { Panel } from '../../components/page/Page.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ContractOrders, type WalletOrder } from './ContractOrders.tsx'
import { OptionPositions } from './OptionPositions.tsx'
import { PositionFilterMenus } from './PositionFilterMenus.tsx'
import { isContractShown, isOptionShown, noPositionFilters, type PositionFilters } from './positionFilters.ts'
import styles from './Transaction.module.css'

const CloseAllDialog = lazy(() => import('../../components/contract/orders/CloseAllDialog.tsx'))

type PositionTab = 'open' | 'pending' | 'cancelled'
/** The contract wallets, the first one first. */
type Wallets = readonly [TradingData, TradingData]

/** Orders of both wallets with their wallet, the newest first; undefined while one list loads. */
const ordersOf = (
  wallets: readonly TradingData[],
  lists: readonly (readonly ContractOrder[] | undefined)[],
  instant: (order: ContractOrder) => number,
): readonly WalletOrder[] | undefined => {
  const rows = wallets.map((trader, at) => lists[at]?.map((order) => ({ order, trader })))
  const known = rows.flatMap((list) => (list === undefined ? [] : [list]))
  if (known.length < rows.length) return undefined
  return known.flat().toSorted((a, b) => instant(b.order) - instant(a.order) || b.order.id - a.order.id)
}

const openedMs = ({ openedMs: opened, createdMs }: ContractOrder): number => opened ?? createdMs
const cancelledMs = ({ cancelledMs: cancelled, createdMs }: ContractOrder): number => cancelled ?? createdMs
const failedOf = (lists: readonly QueryState<unknown>[]) =>
  lists.find(({ error, data }) => error && data === undefined)

/** Contract orders of a tab in both wallets, and what of them could not be loaded. */
const useOrders = (wallets: Wallets, tab: PositionTab) => {
  const off = tab !== 'cancelled'
  const cancelled = [
    useWalletOrders('contract', ['cancelled'], off),
    useWalletOrders('contract2', ['cancelled'], off),
  ]
  if (tab === 'cancelled') {
    const lists = cancelled.map(({ data }) => data)
    return { rows: ordersOf(wallets, lists, cancelledMs), failed: failedOf(cancelled) }
  }
  const lists = wallets.map(({ open, pending }) => (tab === 'open' ? open : pending))
  return { rows: ordersOf(wallets, lists, openedMs), failed: wallets[0].failed ?? wallets[1].failed }
}

/** Positions, options and orders of all markets and both contract wallets at once. */
export function Positions({
  wallets,
  markets,
  onReceipt,
}: {
  wallets: Wallets
  markets: readonly Market[]
  onReceipt: (kind: TradeKind, id: number) => void
}) {
  const { t } = useTranslation(['transaction', 'contract'])
  const [tab, setTab] = useState<PositionTab>('open')
  const [filters, setFilters] = useState(noPositionFilters)
  const { open: options } = useOpenOptions()
  const { rows, failed } = useOrders(wallets, tab)
  const shown = rows?.filter(({ order }) => isContractShown(filters, order))
  const shownOptions = options.data?.filter((order) => isOptionShown(filters, order))
  const [first, second] = wallets
  const open = sumOf(sumOf(first.openTotal, second.openTotal), options.total)
  const pending = sumOf(first.pendingTotal, second.pendingTotal)
  const hidesContracts = tab === 'open' && shown?.length === 0 && (shownOptions?.length ?? 0) > 0
  return (
    <Panel>
      <Tabs
        id="positions"
        className={styles.tabs}
        label={t('contract:orders.title')}
        tabs={[
          { id: 'open', label: t('title'), count: open },
          { id: 'pending', label: t('contract:orders.pending'), count: pending || undefined },
          { id: 'cancelled', label: t('contract:orders.cancelled') },
        ]}
        value={tab}
        onChange={setTab}
      />
      <div className={styles.menus}>
        <PositionFilterMenus
          filters={filters}
          symbols={markets.map(({ symbol }) => symbol)}
          hasOptions={tab === 'open'}
          onChange={setFilters}
        />
        {tab === 'open' && <CloseAll wallets={wallets} markets={markets} filters={filters} />}
      </div>
      <TabPanel id="positions" tab={tab}>
        {!hidesContracts && (
          <ContractOrders
            key={tab}
            tab={tab}
            rows={shown}
            isFiltered={filters !== noPositionFilters}
            wallets={wallets}
            markets={markets}
            failed={failed}
            onReceipt={(id) => onReceipt('contract', id)}
          />
        )}
        {tab === 'open' && (
          <OptionPositions
            orders={shownOptions}
            list={options}
            markets={markets}
            onReceipt={(id) => onReceipt('option', id)}
          />
        )}
      </TabPanel>
    </Panel>
  )
}

/** Button to close the positions that the filters leave; nothing without any. */
function CloseAll({
  wallets,
  markets,
  filters,
}: {
  wallets: Wallets
  markets: readonly Market[]
  filters: PositionFilters
}) {
  const { t } = useTranslation('contract')
  const [isOpen, setOpen] = useState(false)
  const closing = wallets.flatMap((trader) => {
    const orders = trader.open?.filter((order) => isContractShown(filters, order)) ?? []
    return orders.length === 0 ? [] : [{ trader, orders }]
  })
  return (
    <>
      {closing.length > 0 && (
        <Button size="s" className={styles.closeAll} onClick={() => setOpen(true)}>
          {t('closeAll.open')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <CloseAllDialog wallets={closing} markets={markets} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Sum of two counts; undefined while one is unknown. */
const sumOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b
