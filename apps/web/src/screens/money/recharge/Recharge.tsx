import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { useSignedIn } from '../../../parts/useSignedIn.ts'
import { paths } from '../../../paths.ts'
import { Deposits } from '../lists/Deposits.tsx'
import styles from '../Money.module.css'
import { MoneyPage } from '../MoneyPage.tsx'
import { Bonus } from './Bonus.tsx'
import { Digital } from './Digital.tsx'
import { Online } from './Online.tsx'

const ways = ['online', 'digital'] as const

/** Deposits: online or as a digital currency on one side, what became of earlier ones on the other. */
export default function Recharge() {
  return useSignedIn() ? <Ways /> : null
}

function Ways() {
  const { t } = useTranslation(['money', 'account'])
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const way = ways.find((known) => known === search.get('way')) ?? 'online'
  return (
    <MoneyPage title={t('recharge.title')} lead={t('recharge.lead')} back={paths.assets()}>
      <div className={styles.columns}>
        <section className={styles.pane}>
          <Tabs
            id="way"
            className={styles.tabs}
            label={t('recharge.ways')}
            tabs={ways.map((id) => ({ id, label: t(`recharge.${id}`) }))}
            value={way}
            onChange={(next) =>
              navigate(paths.recharge({ way: next === 'online' ? undefined : next }), { replace: true })
            }
          />
          <TabPanel id="way" tab={way} className={styles.inset}>
            {way === 'online' ? <Online /> : <Digital />}
          </TabPanel>
        </section>
        <div className={styles.stack}>
          <Bonus />
          <section className={styles.pane}>
            <h2 className={styles.paneTitle}>{t('recharge.list')}</h2>
            <Deposits />
          </section>
        </div>
      </div>
    </MoneyPage>
  )
}
