import { type ListedStaffLock, listedLocksFromWire } from '@glasshouse/core/staff/locks/codec'
import { Link } from 'wouter'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { instantText } from '../../formatters.ts'
import { RecordList } from '../../parts/RecordList.tsx'
import { paths } from '../../paths.ts'
import { lockReasonText } from '../../words/lockReasons.ts'
import styles from './Customers.module.css'

/** Locks that stand, or those that are over. */
export type LockFilter = 'running' | 'over'
const pageSize = 25

/** Locks of accounts, with the customer, the reason and how long they last. */
export function LockList({ shown }: { shown: LockFilter }) {
  const list = useRecordPages(
    '/staff/api/lockList',
    { ended: shown === 'over' ? 1 : 0 },
    pageSize,
    listedLocksFromWire,
  )
  return (
    <RecordList<ListedStaffLock>
      name="locks"
      caption={shown === 'over' ? 'Locks that are over' : 'Locks that stand'}
      list={list}
      rowKey={({ id }) => id}
      empty={{ icon: 'lock', title: shown === 'over' ? 'No lock has ended' : 'No account is locked' }}
      columns={[
        {
          id: 'uid',
          title: 'Customer',
          value: ({ uid }) => uid,
          cell: ({ uid, username }) => (
            <Link className={styles.link} href={paths.customer(uid)}>
              u {uid} {username}
            </Link>
          ),
        },
        {
          id: 'reason',
          title: 'Reason',
          value: ({ reason }) => reason,
          cell: ({ reason }) => lockReasonText(reason),
        },
        { id: 'remark', title: 'The customer reads', value: ({ remark }) => remark || null },
        { id: 'reference', title: 'Reference', value: ({ reference }) => reference },
        {
          id: 'by',
          title: 'By',
          value: ({ staff, agreed, origin }) =>
            staff === null
              ? origin === 'letter'
                ? 'link in a letter'
                : 'customer'
              : [staff, agreed].filter(Boolean).join(', '),
        },
        {
          id: 'from',
          title: 'From',
          value: ({ fromMs }) => fromMs,
          cell: ({ fromMs }) => instantText(fromMs),
        },
        {
          id: 'until',
          title: shown === 'over' ? 'Ended' : 'Until',
          align: 'right',
          value: ({ untilMs, endedMs }) => endedMs ?? untilMs,
          cell: ({ untilMs, endedMs }) => {
            const end = endedMs ?? untilMs
            return end === null ? 'lifted by two' : instantText(end)
          },
        },
      ]}
      pagesLabel="Pages of locks"
    />
  )
}
