import {
  type CustomerRow,
  customersFromWire,
  type RecentCustomer,
  recentCustomersFromWire,
} from '@glasshouse/core/staff/customers/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useDecodedCall } from '../../data/query.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { formatDay, instantText } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { ConsolePage, Section } from '../../parts/ConsolePage.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { paths } from '../../paths.ts'
import styles from './Customers.module.css'
import { LockList } from './LockList.tsx'

const pageSize = 25

/** Customer search. Each search is audited with a masked text. */
export default function Customers() {
  const me = useCurrentStaff()
  const [, navigate] = useLocation()
  const text = new URLSearchParams(useSearch()).get('text') ?? ''
  const [draft, setDraft] = useState(text)
  const search = (event: FormEvent) => {
    event.preventDefault()
    navigate(paths.customers({ text: draft.trim() }), { replace: true })
  }
  return (
    <ConsolePage title="Customers" note="Searches and profile views are audited.">
      <form className={styles.search} aria-label="Find" onSubmit={search}>
        <Field
          label="Number, e-mail address or phone"
          limits={me.role === 'service' ? 'the whole of it' : 'the beginning is enough'}
          value={draft}
          onChange={setDraft}
          autoFocus
          maxLength={254}
        />
        <Button type="submit" variant="primary" reason={draft.trim() === '' ? true : undefined}>
          Find
        </Button>
      </form>
      {text === '' ? <Lists /> : <Found key={text} text={text} />}
    </ConsolePage>
  )
}

const columns: ComponentProps<typeof RecordList<CustomerRow>>['columns'] = [
  {
    id: 'uid',
    title: 'Number',
    value: ({ uid }) => uid,
    cell: ({ uid }) => (
      <Link className={styles.link} href={paths.customer(uid)}>
        u {uid}
      </Link>
    ),
  },
  { id: 'username', title: 'Name', value: ({ username }) => username },
  { id: 'email', title: 'Email', value: ({ email }) => email || null },
  { id: 'phone', title: 'Phone', value: ({ phone }) => phone || null },
  {
    id: 'state',
    title: 'State',
    value: ({ isLocked, closedMs }) => (closedMs !== null ? 'closed' : isLocked ? 'locked' : 'open'),
    cell: (row) => <AccountStatus account={row} />,
  },
]

/** What is there before anything is searched: the customers this member opened last, and those that are locked. */
function Lists() {
  return (
    <>
      <Section title="Opened by you last">
        <Recent />
      </Section>
      <Section
        title="Locked now"
        acts={
          <Link className={styles.link} href={paths.locks()}>
            All locks
          </Link>
        }
      >
        <LockList shown="running" />
      </Section>
    </>
  )
}

function Recent() {
  const recent = useDecodedCall('/staff/api/userRecent', {}, recentCustomersFromWire)
  return (
    <RecordList<RecentCustomer>
      name="recent-customers"
      caption="Opened by you last"
      list={recent}
      rowKey={({ uid }) => uid}
      empty={{
        icon: 'search',
        title: 'Find a customer',
        text: 'Enter a number such as 10001, an address or a phone.',
      }}
      columns={[
        ...columns,
        {
          id: 'opened',
          title: 'Opened',
          align: 'right',
          value: ({ openedMs }) => openedMs,
          cell: ({ openedMs }) => instantText(openedMs),
        },
      ]}
    />
  )
}

function Found({ text }: { text: string }) {
  const results = useRecordPages('/staff/api/userSearch', { text }, pageSize, customersFromWire)
  return (
    <RecordList<CustomerRow>
      name="customers"
      caption="Customers that were found"
      list={results}
      rowKey={({ uid }) => uid}
      empty={{
        icon: 'search',
        title: 'No customers found',
        text: 'A phone is written with its country code, such as +1 555 0100.',
      }}
      columns={[
        ...columns,
        {
          id: 'registered',
          title: 'Since',
          align: 'right',
          value: ({ registeredMs }) => registeredMs,
          cell: ({ registeredMs }) => formatDay(registeredMs),
        },
      ]}
      pagesLabel="Pages of customers"
    />
  )
}

/** Badge for an open, locked or closed account. */
export function AccountStatus({ account }: { account: Pick<CustomerRow, 'isLocked' | 'closedMs'> }) {
  if (account.closedMs !== null) return <Badge>closed</Badge>
  return account.isLocked ? <Badge tone="danger">locked</Badge> : <Badge tone="brand">open</Badge>
}
