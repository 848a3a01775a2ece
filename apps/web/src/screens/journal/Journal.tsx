import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { useSignedIn } from '../../parts/useSignedIn.ts'
import { useTitle } from '../../parts/useTitle.ts'
import { paths } from '../../paths.ts'
import { PhoneHead } from '../../shells/phone/PhoneHead.tsx'
import { site } from '../../shells/site.ts'
import { Deposits } from '../money/lists/Deposits.tsx'
import { Withdrawals } from '../money/lists/Withdrawals.tsx'
import type { Cause } from './causes.ts'
import styles from './Journal.module.css'
import { Other } from './Other.tsx'

const Statement = lazy(() => import('./Statement.tsx'))
const CauseReceipt = lazy(() => import('./CauseReceipt.tsx'))

const tabs = ['0', '1', '2'] as const
type Tab = (typeof tabs)[number]
const tabOf = (text: string | null): Tab => tabs.find((tab) => tab === text) ?? '2'

/** Every movement of a customer's money: deposits, withdrawals, and all the rest. */
export default function Journal() {
  return useSignedIn() ? <Movements /> : null
}

function Movements() {
  const { t } = useTranslation('journal')
  useTitle(t('title'))
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
      {site === 'phone' && <PhoneHead title={<h1>{t('title')}</h1>} back={paths.assets()} />}
      <div className={styles.page}>
        {site === 'desktop' && (
          <header className={styles.head}>
            <h1 className={styles.title}>{t('title')}</h1>
            <p className={styles.lead}>{t('lead')}</p>
          </header>
        )}
        <Tabs
          id="journal"
          className={styles.tabs}
          label={t('title')}
          tabs={[
            { id: '0', label: t('tab.deposits') },
            { id: '1', label: t('tab.withdrawals') },
            { id: '2', label: t('tab.other') },
          ]}
          value={tab}
          onChange={(type) => navigate(paths.journal({ type }), { replace: true })}
          tools={statement}
        />
        <TabPanel id="journal" tab={tab} className={styles.panel}>
          {tab === '0' && (
            <section className={styles.pane}>
              <Deposits />
            </section>
          )}
          {tab === '1' && (
            <section className={styles.pane}>
              <Withdrawals />
            </section>
          )}
          {tab === '2' && <Other onOpen={setCause} />}
        </TabPanel>
      </div>
      <Suspense fallback={null}>
        {asking && <Statement onClose={() => setAsking(false)} />}
        {cause !== null && <CauseReceipt cause={cause} onClose={() => setCause(null)} />}
      </Suspense>
    </>
  )
}
