import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useLocation, useSearchParams } from 'wouter'
import { Deposits } from '../../../components/movements/Deposits.tsx'
import { columnsClass, Page, Panel, paneTabsClass, stackClass } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from '../Money.module.css'
import { Bonus } from './Bonus.tsx'
import { Online } from './CheckoutDeposit.tsx'
import { Digital } from './OnchainDeposit.tsx'

const ways = ['online', 'digital'] as const

/** Deposits: online or on-chain form on one side, the list of deposits on the other. */
export default function Recharge() {
  return useSignedIn() ? <Ways /> : null
}

function Ways() {
  const { t } = useTranslation(['money', 'account'])
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const method = ways.find((known) => known === search.get('way')) ?? 'online'
  return (
    <Page title={t('recharge.title')} lead={t('recharge.lead')} back={paths.assets()}>
      <div className={columnsClass}>
        <Panel>
          <Tabs
            id="way"
            className={paneTabsClass}
            label={t('recharge.ways')}
            tabs={ways.map((id) => ({ id, label: t(`recharge.${id}`) }))}
            value={method}
            onChange={(next) =>
              navigate(paths.recharge({ way: next === 'online' ? undefined : next }), { replace: true })
            }
          />
          <TabPanel id="way" tab={method} className={styles.inside}>
            {method === 'online' ? <Online /> : <Digital />}
          </TabPanel>
        </Panel>
        <div className={stackClass}>
          <Bonus />
          <Panel title={t('recharge.list')}>
            <Deposits />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
