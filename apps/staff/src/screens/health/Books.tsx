import type { DataOf } from '@glasshouse/core/calls'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { useQueryCall } from '../../data/query.ts'
import { instantText } from '../../formatters.ts'
import { Section } from '../../parts/ConsolePage.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import styles from './Health.module.css'

type Report = DataOf<'/staff/api/ledgerCheck'>

/** All ledger invariants with their current result. */
export function Books() {
  const { data, problem, busy, reload } = useQueryCall('/staff/api/ledgerCheck', {})
  return (
    <Section
      title="Books"
      note={data && `checked ${instantText(data.at)}, UTC+1`}
      acts={
        <Button size="s" busy={busy && 'Checking'} onClick={reload}>
          Check again
        </Button>
      }
    >
      {data && (
        <p className={classNames(styles.verdict, !data.balanced && styles.broken)} role="status">
          <Icon name={data.balanced ? 'check' : 'warning'} size={20} />
          {data.balanced ? 'Ledger balanced' : 'Ledger NOT balanced'}
        </p>
      )}
      <RecordList<Report['invariants'][number]>
        name="books"
        caption="Invariants of the books"
        // What is broken first.
        list={{
          data: data?.invariants.toSorted((a, b) => Number(a.holds) - Number(b.holds)),
          problem,
          reload,
        }}
        rowKey={({ name }) => name}
        empty={{ icon: 'check', title: 'No invariant is registered' }}
        columns={[
          { id: 'name', title: 'Invariant', bone: 240, value: ({ name }) => name },
          {
            id: 'holds',
            title: 'State',
            value: ({ holds }) => (holds ? 'holds' : 'broken'),
            cell: ({ holds }) => (
              <Badge tone={holds ? 'brand' : 'danger'}>{holds ? 'holds' : 'broken'}</Badge>
            ),
          },
          { id: 'broken', title: 'Violations', align: 'right', value: ({ broken }) => broken },
          {
            id: 'examples',
            title: 'Some of them',
            value: ({ examples }) => examples.join(', '),
            cell: ({ examples }) => (
              <span className={styles.examples}>{examples.length === 0 ? '—' : examples.join(', ')}</span>
            ),
          },
        ]}
      />
    </Section>
  )
}
