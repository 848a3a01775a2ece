import {
  type Application,
  applicationsFromWire,
  listApplicationsToWire,
} from '@glasshouse/core/subscription/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError, listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { OrderActions, OrderState, OrderWhen } from './OwnOrder.tsx'
import styles from './Subscription.module.css'
import { coinOf, ordersEveryMs, useIssues } from './useIssues.ts'

const Statement = lazy(() => import('../../components/journal/Statement.tsx'))

const pageSize = 10
const tabs = ['all', 'confirming', 'toPay', 'completed', 'cancelled'] as const
type Tab = (typeof tabs)[number]

/** My applications by state, with the way to pay or withdraw them. */
export function Orders() {
  const { t } = useTranslation('subscription')
  const [tab, setTab] = useState<Tab>('all')
  const [page, setPage] = useState(1)
  const [isAsking, setIsAsking] = useState(false)
  const list = useDecodedPage(
    '/api/subscription/mySubscription',
    listApplicationsToWire({ state: tab === 'all' ? null : tab, page, pageSize }),
    applicationsFromWire,
    { everyMs: ordersEveryMs },
  )
  return (
    <Panel
      title={t('myOrders')}
      beside={
        <Button size="s" icon={<Icon name="download" size={14} />} onClick={() => setIsAsking(true)}>
          {t('download')}
        </Button>
      }
    >
      <Tabs
        id="applications"
        className={paneTabsClass}
        label={t('myOrders')}
        tabs={tabs.map((id) => ({ id, label: t(id === 'all' ? 'order.all' : `order.${id}`) }))}
        value={tab}
        onChange={(next) => {
          setTab(next)
          setPage(1)
        }}
      />
      <TabPanel id="applications" tab={tab}>
        <OrderList list={list} />
        <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
      </TabPanel>
      <Suspense fallback={null}>
        {isAsking && <Statement about="subscription" onClose={() => setIsAsking(false)} />}
      </Suspense>
    </Panel>
  )
}

type List = PageState<readonly Application[]>

function OrderList({ list }: { list: List }) {
  const { t } = useTranslation('subscription')
  const columns = useColumns()
  const empty = <EmptyState icon="plus" title={t('noOrders')} text={t('noOrdersText')} />
  if (site === 'desktop')
    return (
      <Table<Application>
        caption={t('myOrders')}
        size="roomy"
        rows={list.data}
        rowKey={({ id }) => id}
        columns={columns}
        empty={empty}
        failed={listErrorOf(list)}
      />
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={styles.waiting} aria-busy="true" />
  return list.data.length === 0 ? empty : <Rows orders={list.data} />
}

function Name({ order }: { order: Application }) {
  return (
    <Link href={paths.subscription({ id: order.issueId })}>
      <b>
        {coinOf(order)} {order.issueId}
      </b>
    </Link>
  )
}

const useColumns = (): readonly Column<Application>[] => {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  return [
    { id: 'issue', head: t('issue'), bone: 90, cell: (order) => <Name order={order} /> },
    { id: 'state', head: t('stateHead'), cell: ({ state }) => <OrderState state={state} /> },
    {
      id: 'coins',
      head: t('coins'),
      align: 'right',
      cell: (order) => `${figures.coins(order.coins)} ${coinOf(order)}`,
    },
    {
      id: 'total',
      head: t('total'),
      align: 'right',
      cell: ({ money }) => figures.amount(money, 'ceil'),
    },
    { id: 'when', head: t('when'), cell: (order) => <OrderWhen order={order} /> },
    {
      id: 'act',
      head: <span className="sr-only">{t('action')}</span>,
      align: 'right',
      bone: 0,
      cell: (order) => <Actions order={order} />,
    },
  ]
}

function Actions({ order }: { order: Application }) {
  const issues = useIssues()
  return (
    <OrderActions
      order={order}
      issue={issues.data?.find(({ id }) => id === order.issueId) ?? null}
      size="s"
    />
  )
}

/** Phone rows: coins and money, then what comes next and its buttons. */
function Rows({ orders }: { orders: readonly Application[] }) {
  const figures = useFormatters()
  return (
    <ul className={listRowsClass}>
      {orders.map((order) => (
        <li key={order.id} className={styles.row}>
          <p>
            <Name order={order} />
            <OrderState state={order.state} />
          </p>
          <p>
            <span>
              {figures.coins(order.coins)} {coinOf(order)}
            </span>
            <span>{figures.amount(order.money, 'ceil')} USDT</span>
          </p>
          <small>
            <OrderWhen order={order} />
          </small>
          <Actions order={order} />
        </li>
      ))}
    </ul>
  )
}
