import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { join } from '@glasshouse/ui/classes'
import { Icon } from '@glasshouse/ui/Icon'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import styles from './Console.module.css'
import { useAnswer } from './live/api.ts'

type Invariant = LedgerReport['invariants'][number]

/** The product shows every time at this fixed offset, UTC+1 (the zone's name counts the other way). */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Etc/GMT-1',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** Every invariant of the books, and whether it holds now. */
export function Books() {
  const report = useAnswer('/staff/api/ledgerCheck', {})
  const { data, problem, busy, ask } = report
  return (
    <>
      <header className={styles.head}>
        <h1>Books</h1>
        <p>{data && `checked ${clock.format(data.at)}, UTC+1`}</p>
        <Button size="s" busy={busy && 'Checking'} onClick={ask}>
          Check again
        </Button>
      </header>
      {data && (
        <p className={join(styles.verdict, !data.balanced && styles.broken)} role="status">
          <Icon name={data.balanced ? 'check' : 'warning'} size={20} />
          {data.balanced ? 'The books balance' : 'The books do not balance'}
        </p>
      )}
      <Table<Invariant>
        caption="Invariants of the books"
        size="roomy"
        rows={data?.invariants}
        skeletonRows={8}
        rowKey={(invariant) => invariant.name}
        columns={[
          { id: 'name', head: 'Invariant', bone: 240, cell: (invariant) => invariant.name },
          {
            id: 'holds',
            head: 'State',
            cell: (invariant) => (
              <Badge tone={invariant.holds ? 'brand' : 'danger'}>
                {invariant.holds ? 'holds' : 'broken'}
              </Badge>
            ),
          },
          {
            id: 'broken',
            head: 'Rows that break it',
            align: 'right',
            cell: (invariant) => invariant.broken.toLocaleString('en'),
          },
          {
            id: 'examples',
            head: 'Some of them',
            cell: (invariant) => (
              <span className={styles.examples}>
                {invariant.examples.length === 0 ? '—' : invariant.examples.join(', ')}
              </span>
            ),
          },
        ]}
        empty={<StateNote icon="check" title="No invariant is registered" />}
        failed={
          problem &&
          !data && (
            <StateNote
              icon="warning"
              tone="warn"
              title="The check did not run"
              text={problem}
              action={
                <Button size="s" onClick={ask}>
                  Try again
                </Button>
              }
            />
          )
        }
      />
    </>
  )
}
