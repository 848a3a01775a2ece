import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { Icon } from '@glasshouse/ui/Icon'
import { type ReactNode, useEffect } from 'react'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { Heads } from './Heads.tsx'
import { HouseResult } from './HouseResult.tsx'
import { Impossible } from './Impossible.tsx'
import { Inclusion } from './Inclusion.tsx'
import { Keys } from './Keys.tsx'
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
  useEffect(scrollToPlace, [])
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.about()} tools={<Places />}>
      <Place id="owed">
        <Owed />
      </Place>
      <Place id="check">
        <Inclusion />
      </Place>
      <LedgerCheck />
      {/* Two columns of about one height; without the receipt of a member one panel less stands at the right. */}
      <div className={styles.halves}>
        <div className={styles.stack}>
          <Place id="reserves">
            <Reserves />
          </Place>
          {isMember && <Offline />}
          <Place id="withdrawals">
            <Withdrawals />
          </Place>
        </div>
        <div className={styles.stack}>
          <Limits />
          {isMember ? (
            <Place id="receipts">
              <NewestReceipt />
            </Place>
          ) : (
            <Offline />
          )}
          <Keys />
          <Place id="chains">
            <Heads />
          </Place>
        </div>
      </div>
      <Place id="impossible">
        <Impossible />
      </Place>
      <HouseResult />
      <Restrictions />
      <Place id="reports">
        <Reports />
      </Place>
    </Page>
  )
}

/** Parts of the page with an address of their own. */
const places = [
  'owed',
  'check',
  'reserves',
  'receipts',
  'withdrawals',
  'chains',
  'impossible',
  'reports',
] as const
type PlaceId = (typeof places)[number]

function Place({ id, children }: { id: PlaceId; children: ReactNode }) {
  return (
    <div id={id} className={styles.place}>
      {children}
    </div>
  )
}

/** Goes to the part that the address names: it was not there yet when the browser looked for it. */
const scrollToPlace = (): void => {
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
}

/** Links to the parts of the page; receipts are for members. */
function Places() {
  const { t } = useTranslation('trust')
  const isMember = useSession() !== null
  return (
    <nav aria-label={t('places.label')} className={styles.places}>
      {places
        .filter((id) => isMember || id !== 'receipts')
        .map((id) => (
          <a key={id} href={`#${id}`}>
            {t(`places.${id}`)}
          </a>
        ))}
    </nav>
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
