import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { Icon } from '@glasshouse/ui/Icon'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { Heads } from './Heads.tsx'
import { HouseResult } from './HouseResult.tsx'
import { Impossible } from './Impossible.tsx'
import { Inclusion } from './Inclusion.tsx'
import { LedgerCheck } from './LedgerCheck.tsx'
import { NewestReceipt } from './NewestReceipt.tsx'
import { Offline } from './Offline.tsx'
import { Owed } from './Owed.tsx'
import { Reports } from './Reports.tsx'
import { Reserves } from './Reserves.tsx'
import { Restrictions } from './Restrictions.tsx'
import styles from './Trust.module.css'
import { Withdrawals } from './Withdrawals.tsx'

/** What customers are owed, how each can check it, and what none of it proves. */
export default function Trust() {
  const { t } = useTranslation('trust')
  const isMember = useSession() !== null
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.about()}>
      <Owed />
      <Inclusion />
      <LedgerCheck />
      <div className={styles.halves}>
        <Reserves />
        <div className={styles.stack}>
          <Limits />
          {isMember && <NewestReceipt />}
          <Offline />
        </div>
      </div>
      <div className={styles.halves}>
        <Withdrawals />
        <Heads />
      </div>
      <Impossible />
      <HouseResult />
      <Restrictions />
      <Reports />
    </Page>
  )
}

/** What no report proves; of holdings it says whether any are proven. */
function Limits() {
  const { t } = useTranslation('trust')
  const newest = useQueryCall('/api/trust/liabilities', {})
  const report = newest.data === undefined ? null : parseReport(newest.data.text)
  const isProven = report !== null && report.holdings !== noneProven
  const hold = isProven ? 'holdProven' : isPractice ? 'holdPractice' : 'hold'
  const limits = [hold, 'between', 'look', 'outside'] as const
  return (
    <Panel title={t('limits.title')} inset>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>
            <Icon name="warning" size={16} />
            {t(`limits.${limit}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
