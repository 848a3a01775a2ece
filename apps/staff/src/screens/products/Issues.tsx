import { staffIssuesFromWire } from '@glasshouse/core/console/codec'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import type { StaffIssue as Issue } from '@glasshouse/core/subscription/staff/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { useState } from 'react'
import { useDecodedCall } from '../../data/query.ts'
import { formatAmount, shortText, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import type { DataColumn } from '../../parts/DataTable.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { EditIssue } from './EditIssue.tsx'
import { issueState } from './issueDraft.ts'
import styles from './Products.module.css'

/** yyyymmdd as yyyy-mm-dd. */
const dayText = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

const money = (id: 'number' | 'asked' | 'promised' | 'reserve' | 'paid', title: string) => ({
  id,
  title,
  align: 'right' as const,
  // USDT and coins have one scale.
  value: (row: Issue) => formatQuantity(row[id]),
  // Coins are whole as a rule.
  cell: (row: Issue) => formatAmount(formatQuantity(row[id])).replace(/\.00$/, ''),
})
const time = (id: 'openMs' | 'closeMs', title: string) => ({
  id,
  title,
  value: (row: Issue) => row[id],
  cell: (row: Issue) => shortText(row[id]),
})

const columns: readonly DataColumn<Issue>[] = [
  { id: 'id', title: 'No.', value: ({ id }) => id },
  {
    id: 'market',
    title: 'Market',
    value: ({ title }) => title,
    cell: ({ title }) => (
      <span className={styles.product}>
        <b>{title}</b>
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    value: issueState,
    cell: (row) => (
      <Badge tone={row.state === 'open' || row.state === 'paying' ? 'brand' : 'plain'}>
        {issueState(row)}
      </Badge>
    ),
  },
  {
    id: 'price',
    title: 'Issue price',
    align: 'right',
    value: ({ price }) => formatPrice(price),
    cell: ({ price }) => formatAmount(formatPrice(price)).replace(/\.00$/, ''),
  },
  money('number', 'Offered'),
  money('asked', 'Asked'),
  {
    id: 'applications',
    title: 'Applications',
    align: 'right',
    value: ({ applications }) => applications,
    cell: ({ applications }) => wholeText(applications),
  },
  time('openMs', 'Opens'),
  time('closeMs', 'Closes'),
  { id: 'final', title: 'Last day to pay', value: ({ finalDay }) => dayText(finalDay) },
  money('reserve', 'Coins held'),
  money('promised', 'Promised'),
  money('paid', 'USDT paid'),
]

/** Issues of new coins with their state, dates, applications and reserve. Who applied is not shown, and no allotment can be changed. */
export function Issues() {
  const me = useCurrentStaff()
  const list = useDecodedCall('/staff/api/productList', { kind: 'subscription' }, staffIssuesFromWire)
  const [opened, setOpened] = useState<Issue | 'new' | null>(null)
  const onlyManager = managerOnlyReason(me)
  return (
    <>
      <RecordList<Issue>
        name="issues"
        caption="Issues of new coins"
        list={list}
        rowKey={({ id }) => id}
        empty={{ icon: 'plus', title: 'There is no issue' }}
        tools={
          <Button reason={onlyManager ?? undefined} onClick={() => setOpened('new')}>
            Add an issue
          </Button>
        }
        columns={[
          ...columns,
          {
            id: 'act',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (row) =>
              row.state !== 'over' &&
              row.state !== 'cancelled' && (
                <Button
                  size="s"
                  aria-label={`Change issue ${row.id}`}
                  reason={onlyManager ? true : undefined}
                  title={onlyManager ?? undefined}
                  onClick={() => setOpened(row)}
                >
                  Change
                </Button>
              ),
          },
        ]}
      />
      {opened && <EditIssue issue={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
