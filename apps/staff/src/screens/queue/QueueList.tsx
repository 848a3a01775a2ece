import { formatUsdt } from '@glasshouse/core/money/units'
import { isPendingReview, type Review, type ReviewState } from '@glasshouse/core/reviews/codec'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Kbd } from '@glasshouse/ui/Kbd'
import { Menu } from '@glasshouse/ui/Menu'
import { pagesOf } from '@glasshouse/ui/Pager'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { saveFile } from '@glasshouse/ui/saveFile'
import { type Ref, useState } from 'react'
import { formatDuration, wholeText } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { csvBlob } from '../../parts/csv.ts'
import { LoadError } from '../../parts/DataTable.tsx'
import { kindLabels, pinnedKinds } from '../../words/reviewKinds.ts'
import styles from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'
import { SaveView } from './SaveView.tsx'
import { type QueuePage, useWaiting } from './useQueue.ts'
import { firstView, pageSize, type QueueSort, type QueueView } from './view.ts'

const stateNames: Readonly<Record<ReviewState, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
}
const sortNames: Readonly<Record<QueueSort, string>> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  deadline: 'Deadline first',
}

/** Left pane: queued items, filtered and sorted. */
export function QueueList({
  queue,
  findRef,
  onAllKeys,
}: {
  queue: QueuePage
  findRef: Ref<HTMLInputElement>
  onAllKeys: () => void
}) {
  const [finding, setFinding] = useState(queue.view.text)
  return (
    <section className={styles.list} aria-label="Queue">
      <ListHead queue={queue} />
      <form
        className={styles.find}
        aria-label="Find"
        onSubmit={(event) => {
          event.preventDefault()
          queue.setView({ text: finding.trim() })
        }}
      >
        <Field
          ref={findRef}
          label="Find by number, customer, e-mail, phone, hash or address"
          layout="inside"
          hideLabel
          align="left"
          start={<Icon name="search" size={14} />}
          placeholder="Number, customer, hash, address"
          value={finding}
          onChange={(text) => {
            setFinding(text)
            if (text === '') queue.setView({ text: '' })
          }}
        />
      </form>
      <Chips queue={queue} />
      <Rows queue={queue} />
      <ListPager queue={queue} />
      <footer className={styles.foot}>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>move
        <Kbd>T</Kbd>take
        <Kbd>/</Kbd>find
        <button type="button" className={styles.allKeys} onClick={onAllKeys}>
          all keys <Kbd>?</Kbd>
        </button>
      </footer>
    </section>
  )
}

const oldestOf = (rows: readonly Review[], sinceMs: number): string | null =>
  rows.length === 0 ? null : formatDuration(Math.max(...rows.map(({ ageMs }) => ageMs)) + sinceMs)

function ListHead({ queue }: { queue: QueuePage }) {
  const { view, setView, list, rows, sinceMs } = queue
  const oldest = isPendingReview(view) && rows ? oldestOf(rows, sinceMs) : null
  return (
    <header className={styles.head}>
      <h1>
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.title}>
              {stateNames[view.state]}
              <Icon name="down" size={12} />
            </button>
          }
          items={(Object.keys(stateNames) as ReviewState[]).map((state) => ({
            id: state,
            label: stateNames[state],
            chosen: state === view.state,
            onSelect: () =>
              setView({
                ...firstView,
                kind: view.kind,
                state,
                sort: isPendingReview({ state }) ? 'oldest' : 'newest',
              }),
          }))}
        />
      </h1>
      <span className={styles.faint}>
        {list.total !== undefined && wholeText(list.total)}
        {oldest && <span className={styles.oldest}>, oldest {oldest}</span>}
      </span>
      <span className={styles.space} />
      <IconButton icon="exchange" label="Refresh" small onClick={list.reload} />
      <Menu
        trigger={
          <button type="button" className={styles.sort}>
            {sortNames[view.sort]}
            <Icon name="down" size={12} />
          </button>
        }
        items={(Object.keys(sortNames) as QueueSort[]).map((sort) => ({
          id: sort,
          label: sortNames[sort],
          chosen: sort === view.sort,
          onSelect: () => setView({ sort }),
        }))}
      />
    </header>
  )
}

/** One chip per kind, with the number of its open items. */
function Chips({ queue }: { queue: QueuePage }) {
  const { view, setView, rows } = queue
  const queued = useWaiting()
  const kinds = [...new Set([...pinnedKinds, ...(queued.data ?? []).map(({ kind }) => kind)])]
  const countOf = (kind: string): number | null => {
    if (!isPendingReview(view) || queued.data === undefined) return null
    if (kind === '') return queued.total ?? null
    return (queued.total ?? 0) > queued.data.length
      ? null
      : queued.data.filter((row) => row.kind === kind).length
  }
  return (
    <div className={styles.chips}>
      <fieldset className={styles.chipRow} aria-label="Kind">
        {['', ...kinds].map((kind) => (
          <button
            key={kind}
            type="button"
            className={classNames(styles.chip, kind === view.kind && styles.on)}
            aria-pressed={kind === view.kind}
            onClick={() => setView({ kind })}
          >
            {kind === '' ? 'All' : kindLabels(kind).name}
            <span>{countOf(kind)}</span>
          </button>
        ))}
      </fieldset>
      <SaveView view={view} />
      <Button
        size="s"
        variant="quiet"
        reason={rows?.length ? undefined : true}
        onClick={() => saveRows(rows ?? [])}
      >
        CSV
      </Button>
    </div>
  )
}

const saveRows = (rows: readonly Review[]): void => {
  const head = [
    'kind',
    'id',
    'uid',
    'username',
    'summary',
    'amount',
    'created',
    'deadline',
    'approvals',
    'needed',
    'holder',
    'remark',
  ]
  const lines = rows.map((row) => [
    row.kind,
    row.id,
    row.uid,
    row.username,
    row.summary,
    row.amount === null ? null : formatUsdt(row.amount),
    new Date(row.createdMs).toISOString(),
    row.deadlineMs === null ? null : new Date(row.deadlineMs).toISOString(),
    row.approvals,
    row.needed,
    row.holder?.name ?? null,
    row.remark,
  ])
  saveFile(csvBlob(head, lines), 'queue.csv')
}

const emptyText = (view: QueueView): { title: string; text: string } => {
  if (view.text !== '')
    return {
      title: 'Nothing found',
      text: 'An item is found by its whole number, customer, hash or address.',
    }
  if (view.only !== 'all' || view.kind !== '')
    return { title: 'Nothing here', text: 'Choose All to see what else waits.' }
  return isPendingReview(view)
    ? { title: 'Queue is empty', text: 'New items appear within a minute.' }
    : { title: 'Nothing was decided yet', text: 'Decisions appear here as they are made.' }
}

function Rows({ queue }: { queue: QueuePage }) {
  const { view, list, rows, sinceMs, chosen, show } = queue
  const me = useCurrentStaff()
  if (rows === undefined)
    return (
      <div className={styles.rows}>
        {list.problem ? <LoadError problem={list.problem} onRetry={list.reload} /> : <Bones />}
      </div>
    )
  return (
    <div className={styles.rows}>
      {rows.length === 0 ? (
        <EmptyState icon={view.text === '' ? 'check' : 'search'} {...emptyText(view)} />
      ) : (
        <ul aria-label={stateNames[view.state]}>
          {rows.map((row) => (
            <QueueRow
              key={`${row.kind} ${row.id}`}
              row={row}
              ownId={me.id}
              sinceMs={sinceMs}
              isChosen={row.kind === chosen?.kind && row.id === chosen.id}
              onChoose={() => show(row)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Bones() {
  return (
    <div aria-busy="true">
      {[220, 160, 190, 140, 200].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={16} height={16} round />
          <span className={styles.bones}>
            <Skeleton width={width / 2} />
            <Skeleton width={width} />
          </span>
        </div>
      ))}
    </div>
  )
}

function ListPager({ queue }: { queue: QueuePage }) {
  const { view, setView, list } = queue
  const pages = pagesOf(list.total ?? 0, pageSize)
  if (pages <= 1) return <div />
  return (
    <nav className={styles.pager} aria-label="Pages of the queue">
      <span>
        Page {view.page} of {pages}
      </span>
      <IconButton
        icon="left"
        label="Earlier page"
        small
        disabled={view.page <= 1}
        onClick={() => setView({ page: view.page - 1 })}
      />
      <IconButton
        icon="right"
        label="Next page"
        small
        disabled={view.page >= pages}
        onClick={() => setView({ page: view.page + 1 })}
      />
    </nav>
  )
}
