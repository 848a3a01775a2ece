import { listReviewsToWire, type Review, reviewsFromWire } from '@glasshouse/core/reviews/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { useState } from 'react'
import { Link } from 'wouter'
import { useDecodedPage } from '../../data/query.ts'
import { formatAmount, instantText } from '../../formatters.ts'
import { ConsolePage, Section } from '../../parts/ConsolePage.tsx'
import type { DataColumn } from '../../parts/DataTable.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { paths } from '../../paths.ts'
import { FailPayout } from './FailPayout.tsx'
import { PayoutFiles } from './PayoutFiles.tsx'
import styles from './Payouts.module.css'
import { RecordPayout } from './RecordPayout.tsx'

/** Value of a field in a row; null if the row has no such field. */
const fieldOf = (row: Review, name: string): string | null =>
  row.fields.find((field) => field.name === name)?.value ?? null

const ends = ['sent', 'rejected', 'cancelled']

const columnsOf = (onAct: (act: 'sent' | 'fail', row: Review) => void): readonly DataColumn<Review>[] => [
  {
    id: 'id',
    title: 'Withdrawal',
    value: ({ id }) => id,
    cell: ({ id }) => (
      <Link className={styles.link} href={paths.item('withdrawal', id)}>
        {id}
      </Link>
    ),
  },
  { id: 'uid', title: 'Customer', value: ({ uid }) => uid, cell: ({ uid }) => `u ${uid}` },
  { id: 'way', title: 'Way', value: (row) => fieldOf(row, 'way') },
  { id: 'to', title: 'To', value: (row) => fieldOf(row, 'destination') },
  {
    id: 'net',
    title: 'To be paid, USDT',
    align: 'right',
    value: (row) => fieldOf(row, 'net'),
    cell: (row) => formatAmount(fieldOf(row, 'net') ?? 'not known'),
  },
  {
    id: 'deadline',
    title: 'Deadline',
    align: 'right',
    value: ({ deadlineMs }) => deadlineMs,
    cell: ({ deadlineMs }) => (deadlineMs === null ? '—' : instantText(deadlineMs)),
  },
  {
    id: 'state',
    title: 'State',
    value: (row) => fieldOf(row, 'state'),
    cell: (row) => (
      <Badge tone={fieldOf(row, 'state') === 'sending' ? 'brand' : 'warn'}>
        {fieldOf(row, 'state') === 'sending' ? 'handed to the signer' : 'approved'}
      </Badge>
    ),
  },
  {
    id: 'acts',
    title: '',
    bone: 0,
    align: 'right',
    value: () => null,
    cell: (row) => (
      <span className={styles.acts}>
        {fieldOf(row, 'state') === 'sending' && (
          <Button size="s" variant="primary" onClick={() => onAct('sent', row)}>
            Sent
          </Button>
        )}
        <Button size="s" onClick={() => onAct('fail', row)}>
          Mark as failed
        </Button>
      </span>
    ),
  },
]

const approvedFirstDue = listReviewsToWire({
  scope: null,
  ...{ kind: 'withdrawal', state: 'approved', orderBy: 'deadline', direction: 'asc' },
  ...{ page: 1, pageSize: 100 },
})

/** Approved withdrawals: exported as files for the operator's signer, then recorded as sent. */
export default function Payouts() {
  const list = useDecodedPage('/staff/api/reviewList', approvedFirstDue, reviewsFromWire)
  const [opened, setOpened] = useState<{ act: 'sent' | 'fail'; row: Review } | null>(null)
  const rows = list.data?.filter((row) => !ends.includes(fieldOf(row, 'state') ?? ''))
  return (
    <ConsolePage
      title="Payouts"
      note="Glasshouse holds no private keys. Create a payout file and send it with your signer."
    >
      <Section title="Approved, not sent yet">
        <RecordList<Review>
          name="payouts"
          caption="Approved withdrawals that are not sent yet"
          list={{ ...list, data: rows }}
          rowKey={({ id }) => id}
          empty={{
            icon: 'check',
            title: 'No approved withdrawals',
            text: 'What is approved in the queue appears here.',
          }}
          columns={columnsOf((act, row) => setOpened({ act, row }))}
        />
      </Section>
      <PayoutFiles />
      {opened?.act === 'sent' && (
        <RecordPayout id={opened.row.id} uid={opened.row.uid} onClose={() => setOpened(null)} />
      )}
      {opened?.act === 'fail' && (
        <FailPayout id={opened.row.id} uid={opened.row.uid} onClose={() => setOpened(null)} />
      )}
    </ConsolePage>
  )
}
