import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { useOrderPage, useRunningOrders } from '../../components/holdings/investOrders.ts'
import { ListPager } from '../../components/ListPager.tsx'
import { Page } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { Dashboard } from './Dashboard.tsx'
import { Due } from './Due.tsx'
import styles from './Invest.module.css'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderList } from './OrderList.tsx'
import orderStyles from './Orders.module.css'
import { useIsStale } from './useInvest.ts'

const Statement = lazy(() => import('../../components/journal/Statement.tsx'))

const pageSize = 10

/** My investments: sums, orders by state, and what falls due. */
export default function History() {
  return useSignedIn() ? <Investments /> : null
}

function Investments() {
  const { t } = useTranslation(['invest', 'journal'])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Page
        title={t('history.title')}
        lead={t('history.lead')}
        back={paths.project()}
        tools={
          <>
            <Button icon={<Icon name="download" size={14} />} onClick={() => setOpen(true)}>
              {t('journal:statement.open')}
            </Button>
            <Link href={paths.project()} className={buttonClass({ variant: 'primary' })}>
              {t('toProducts')}
            </Link>
          </>
        }
      >
        <Dashboard />
        <Orders />
      </Page>
      {isOpen && (
        <Suspense fallback={null}>
          <Statement onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Orders by state, and on the desktop site one of them beside the list. */
function Orders() {
  const { t } = useTranslation(['invest', 'copy'])
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const [page, setPage] = useState(1)
  const tab = search.get('tab') === 'finished' ? 'finished' : 'running'
  const running = useRunningOrders()
  const finished = useOrderPage({ processing: false, page, pageSize })
  const list = tab === 'running' ? running : finished
  const id = idOf(search.get('id'))
  const order = list.data?.find((row) => row.id === id) ?? list.data?.[0]
  const isStale = useIsStale(list)
  return (
    <div className={orderStyles.lists}>
      <div>
        {isStale && (
          <p className={styles.stale} role="status">
            {t('stale')}
          </p>
        )}
        <Tabs
          id="investments"
          className={orderStyles.tabs}
          label={t('history.title')}
          tabs={[
            { id: 'running', label: t('history.running'), count: running.total },
            { id: 'finished', label: t('history.finished'), count: finished.total },
          ]}
          value={tab}
          onChange={(next) =>
            navigate(paths.history({ tab: next === 'finished' ? 'finished' : undefined }), { replace: true })
          }
        />
        <TabPanel id="investments" tab={tab}>
          <OrderList list={list} tab={tab} chosen={site === 'desktop' ? (order?.id ?? null) : null} />
          {tab === 'finished' && (
            <ListPager list={finished} page={page} pageSize={pageSize} onPage={setPage} />
          )}
        </TabPanel>
        {tab === 'running' && running.data !== undefined && <Due orders={running.data} />}
      </div>
      {site === 'desktop' && order !== undefined && <OrderDetail key={order.id} order={order} />}
    </div>
  )
}
