import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useCustomerDetail } from '../../data/customer.ts'
import { formatAmount, formatDay, instantText } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConsolePage, Section } from '../../parts/ConsolePage.tsx'
import { LoadError } from '../../parts/DataTable.tsx'
import { paths } from '../../paths.ts'
import { CustomerFlagsPanel } from './CustomerFlagsPanel.tsx'
import styles from './Customers.module.css'
import { AccountStatus } from './Customers.tsx'
import { Grants } from './Grants.tsx'
import { Balances, Journal, Orders, Sessions } from './Lists.tsx'
import { Options } from './Options.tsx'

const tabs = ['balances', 'orders', 'options', 'journal', 'sessions'] as const
type Tab = (typeof tabs)[number]
const tabNames: Readonly<Record<Tab, string>> = {
  balances: 'Balances',
  orders: 'Orders',
  options: 'Options',
  journal: 'Journal',
  sessions: 'Sessions',
}

/** The customer whose number stands in the address. */
export default function Customer() {
  const { uid } = useParams<{ uid?: string }>()
  if (uid !== undefined && /^[1-9]\d{0,14}$/.test(uid))
    return <CustomerPage key={uid} uid={Number.parseInt(uid, 10)} />
  return (
    <ConsolePage title="No such customer">
      <EmptyState
        icon="search"
        title="The address names no customer."
        action={<Link href={paths.customers()}>Search for one</Link>}
      />
    </ConsolePage>
  )
}

/** One customer: profile, flags, and ledger records. */
function CustomerPage({ uid }: { uid: number }) {
  const me = useCurrentStaff()
  const detail = useCustomerDetail(uid)
  const { data, problem, reload, busy } = detail
  return (
    <ConsolePage
      title={`u ${uid}`}
      note={
        data && (
          <span className={styles.note}>
            {data.profile.username} <AccountStatus account={data.profile} /> looked at{' '}
            {instantText(detail.at)}, and recorded
          </span>
        )
      }
      acts={
        <span className={styles.acts}>
          <Link className={styles.link} href={paths.queue({ text: uid })}>
            In the queue
          </Link>
          {me.role === 'manager' && (
            <Link className={styles.link} href={paths.audit({ target: `customer ${uid}` })}>
              In the audit log
            </Link>
          )}
          <Button size="s" busy={busy && 'Loading…'} onClick={reload}>
            Refresh
          </Button>
        </span>
      }
    >
      {data ? (
        <Summary data={data} />
      ) : problem ? (
        <LoadError problem={problem} onRetry={reload} />
      ) : (
        <div className={styles.bones} aria-busy="true">
          <Skeleton width={240} height={16} />
          <Skeleton width="100%" height={160} />
        </div>
      )}
    </ConsolePage>
  )
}

function Summary({ data }: { data: CustomerDetail }) {
  const [tab, setTab] = useState<Tab>('balances')
  const { profile } = data
  const facts: readonly (readonly [string, string])[] = [
    ['Email', profile.email || '—'],
    ['Phone', profile.phone || '—'],
    ['Since', formatDay(profile.registeredMs)],
    ['Referred by', profile.referrerUid === null ? 'no one' : `u ${profile.referrerUid}`],
    ['Country', profile.country ?? 'not given'],
    ['Policy', profile.region],
    ...(profile.closedMs === null ? [] : [['Closed', instantText(profile.closedMs)] as const]),
  ]
  return (
    <>
      <div className={styles.panes}>
        <Section title="Profile">
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title="Settings" note="No price, result or balance is among it.">
          <CustomerFlagsPanel profile={profile} />
          <ApprovalRequests of={['userSet']} about={`customer ${profile.uid}`} />
        </Section>
      </div>
      <div className={styles.money}>
        <Section title="Money" note="in USDT; coins at their best bid">
          <dl className={styles.figures}>
            {figuresOf(data).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatAmount(value)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Grants data={data} />
      <Tabs
        id="customer"
        label="Ledger"
        className={styles.tabs}
        tabs={tabs.map((id) => ({ id, label: tabNames[id], count: data[id].length }))}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="customer" tab={tab}>
        {tab === 'balances' && <Balances data={data} />}
        {tab === 'orders' && <Orders data={data} />}
        {tab === 'options' && <Options data={data} />}
        {tab === 'journal' && <Journal data={data} />}
        {tab === 'sessions' && <Sessions data={data} />}
      </TabPanel>
    </>
  )
}

const figuresOf = ({ figures }: CustomerDetail): readonly (readonly [string, string])[] => [
  ['Owned now, less loans', figures.assets],
  ['Deposited since registration', figures.deposited],
  ['Withdrawn since registration, with fees', figures.withdrawn],
]
