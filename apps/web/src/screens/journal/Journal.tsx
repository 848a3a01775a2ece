import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Cause } from '../../components/journal/causes.ts'
import styles from '../../components/journal/Journal.module.css'
import { Deposits } from '../../components/movements/Deposits.tsx'
import { Withdrawals } from '../../components/movements/Withdrawals.tsx'
import { Page, Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { All } from './All.tsx'
import { Other } from './Other.tsx'

const Statement = lazy(() => import('../../components/journal/Statement.tsx'))
const CauseReceipt = lazy(() => import('../../components/journal/CauseReceipt.tsx'))

const tabs = ['all', '0', '1', '2'] as const
type Tab = (typeof tabs)[number]
const tabOf = (text: string | null): Tab => tabs.find((tab) => tab === text) ?? 'all'

/** Transaction history: all transactions, deposits, withdrawals, and the others. */
export default function Journal() {
  return useSignedIn() ? <Movements /> : null
}

function Movements() {
  const { t } = useTranslation('journal')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const [cause, setCause] = useState<Cause | null>(null)
  const tab = tabOf(search.get('type'))
  const statement = (
    <Button size="s" icon={<Icon name="download" size={14} />} onClick={() => setAsking(true)}>
      {t('statement.open')}
    </Button>
  )
  return (
    <>
      <Page title={t('title')} lead={site === 'desktop' && t('lead')} back={paths.assets()}>
        <Panel>
          <Tabs
            id="journal"
            className={`${paneTabsClass} ${styles.tabs}`}
            label={t('title')}
            tabs={[
              { id: 'all', label: t('tab.all') },
              { id: '0', label: t('tab.deposits') },
              { id: '1', label: t('tab.withdrawals') },
              { id: '2', label: t('tab.other') },
            ]}
            value={tab}
            onChange={(type) => navigate(paths.journal({ type }), { replace: true })}
            tools={statement}
          />
          <TabPanel id="journal" tab={tab}>
            {tab === 'all' && <All onOpen={setCause} />}
            {tab === '0' && <Deposits />}
            {tab === '1' && <Withdrawals />}
            {tab === '2' && <Other onOpen={setCause} />}
          </TabPanel>
        </Panel>
      </Page>
      <Suspense fallback={null}>
        {asking && <Statement onClose={() => setAsking(false)} />}
        {cause !== null && <CauseReceipt cause={cause} onClose={() => setCause(null)} />}
      </Suspense>
    </>
  )
}
