import { dayStart } from '@glasshouse/core/calendar/days'
import { type CapitalMovement, capitalMovementsFromWire } from '@glasshouse/core/console/capital/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { useState } from 'react'
import { useQueryCall } from '../../data/query.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { formatAmount, formatDay, instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConsolePage, Section } from '../../parts/ConsolePage.tsx'
import { LoadError } from '../../parts/DataTable.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { Fund } from './Fund.tsx'
import styles from './Reserves.module.css'
import { balanceCurve, type Reserve, reserveLabel, shareOf } from './reserve.ts'

const pageSize = 20

/** Reserves of the operator: promised and free amounts. */
export default function Reserves() {
  const me = useCurrentStaff()
  const list = useQueryCall('/staff/api/reserveList', {})
  const [opened, setOpened] = useState<Reserve | null>(null)
  return (
    <ConsolePage
      title="Reserves"
      note="The operator’s own capital. No customer’s money is here, and none can be moved from here."
      acts={
        <Button size="s" busy={list.busy && 'Loading…'} onClick={list.reload}>
          Refresh
        </Button>
      }
    >
      <ApprovalRequests of={['fund', 'experienceGrant']} />
      {list.data ? (
        <div className={styles.reserves}>
          {list.data.map((reserve) => (
            <Meter
              key={`${reserve.reserve} ${reserve.asset}`}
              reserve={reserve}
              lock={managerOnlyReason(me)}
              onFund={() => setOpened(reserve)}
            />
          ))}
        </div>
      ) : (
        list.problem && <LoadError problem={list.problem} onRetry={list.reload} />
      )}
      <Movements />
      {opened && <Fund reserve={opened} onClose={() => setOpened(null)} />}
    </ConsolePage>
  )
}

function Meter({ reserve, lock, onFund }: { reserve: Reserve; lock: string | null; onFund: () => void }) {
  const { name, meaning } = reserveLabel(reserve)
  return (
    <section className={styles.reserve} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <Button size="s" reason={lock ?? undefined} onClick={onFund}>
          Move capital
        </Button>
      </header>
      <p>{meaning}</p>
      <b>
        {formatAmount(reserve.balance)} {reserve.asset}
      </b>
      <span className={styles.meter}>
        <span style={{ width: `${shareOf(reserve)}%` }} />
      </span>
      <dl>
        <div>
          <dt>Committed</dt>
          <dd>{formatAmount(reserve.promised)}</dd>
        </div>
        <div>
          <dt>Free</dt>
          <dd>{formatAmount(reserve.free)}</dd>
        </div>
        {reserve.owed !== undefined && reserve.owed !== '0' && (
          <div>
            <dt>Owed to customers’ profits; nothing new is opened until it is funded</dt>
            <dd>{formatAmount(reserve.owed)}</dd>
          </div>
        )}
      </dl>
      <OverTime days={reserve.days} />
    </section>
  )
}

/** The balance at the ends of the days, from the ledger; nothing where there is only today. */
function OverTime({ days }: { days: Reserve['days'] }) {
  const [first] = days
  if (first === undefined || days.length < 2) return null
  const { heights, least, most } = balanceCurve(days)
  return (
    <figure className={styles.over}>
      <Sparkline points={heights} direction="flat" width={240} height={36} />
      <figcaption>
        {`since ${formatDay(dayStart(first.day) ?? 0)}: lowest ${formatAmount(least)}, highest ${formatAmount(most)}`}
      </figcaption>
    </figure>
  )
}

function Movements() {
  const list = useRecordPages('/staff/api/fundList', {}, pageSize, capitalMovementsFromWire)
  return (
    <Section title="In and out" note="Each is a transaction of the ledger, type 90.">
      <RecordList<CapitalMovement>
        name="capital"
        caption="The operator’s capital in and out of reserves, newest first"
        list={list}
        rowKey={({ id }) => id}
        empty={{
          icon: 'transfer',
          title: 'Nothing was put in or taken out',
          text: 'What the house began with came by itself.',
        }}
        columns={[
          { id: 'id', title: 'No.', value: ({ id }) => id },
          { id: 'time', title: 'Time', value: ({ atMs }) => atMs, cell: ({ atMs }) => instantText(atMs) },
          { id: 'reserve', title: 'Reserve', value: (row) => reserveLabel(row).name },
          {
            id: 'direction',
            title: 'Way',
            value: ({ direction }) => direction,
            cell: ({ direction }) => <Badge tone={direction === 'in' ? 'brand' : 'warn'}>{direction}</Badge>,
          },
          {
            id: 'amount',
            title: 'USDT',
            align: 'right',
            value: ({ amount }) => formatUsdt(amount),
            cell: ({ amount }) => formatAmount(formatUsdt(amount)),
          },
          { id: 'remark', title: 'Why', className: styles.remark, value: ({ remark }) => remark },
          {
            id: 'staff',
            title: 'By',
            align: 'right',
            value: ({ staffId }) => staffId,
            cell: ({ staffId }) => `staff ${staffId}`,
          },
        ]}
        pagesLabel="Pages of movements"
      />
    </Section>
  )
}
