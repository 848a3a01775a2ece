import { type AuditRecord, auditRecordsFromWire } from '@glasshouse/core/staff/audit/codec'
import { auditActions } from '@glasshouse/core/staff/auditActions'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dayStart } from '../../data/clock.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { instantText } from '../../formatters.ts'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { paths } from '../../paths.ts'
import { auditText, targetText } from '../../words/audit.ts'
import { changesBetween, changeText, pathText } from '../../words/fields.ts'
import styles from './Audit.module.css'
import { Chain } from './Chain.tsx'
import { type Filter, readFilter, requestOf } from './filter.ts'

/** Actions to filter by, sorted by label; the empty value selects all. */
const actionOptions = [
  { value: '', label: 'Did anything' },
  ...auditActions
    .map((value) => ({ value: value as string, label: auditText(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
]

const pageSize = 50

const changesText = ({ before, after }: AuditRecord): string =>
  changesBetween(before, after).map(changeText).join(', ')

/** Audit log: staff actions, each record chained to the previous one. */
export default function Audit() {
  const search = useSearch()
  const filter = readFilter(search)
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const log = useRecordPages(
    '/staff/api/auditLog',
    requestOf(filter, dayStart),
    pageSize,
    auditRecordsFromWire,
  )
  return (
    <ConsolePage title="Audit" note="Times in UTC+1. Records can’t be changed or deleted." acts={<Chain />}>
      <RecordList<AuditRecord>
        size="dense"
        name="audit"
        caption="Records of the audit log, newest first"
        list={log}
        rowKey={({ id }) => id}
        tools={<FilterForm key={search} filter={filter} />}
        empty={{
          icon: 'eye',
          title: 'No such record',
          text: 'Empty a field above, or show reads, to see more.',
        }}
        columns={[
          { id: 'n', title: 'No.', align: 'right', width: 64, value: ({ n }) => n },
          { id: 'time', title: 'Time', value: ({ atMs }) => instantText(atMs) },
          {
            id: 'staff',
            title: 'Who',
            className: styles.who,
            value: ({ staff }) => staff ?? 'not signed in',
          },
          { id: 'action', title: 'Did', className: styles.did, value: ({ action }) => auditText(action) },
          { id: 'target', title: 'To', value: ({ target }) => targetText(target) },
          {
            id: 'after',
            title: 'What',
            value: changesText,
            cell: (row) =>
              row.before === null && row.after === null ? (
                <span className={styles.faint}>—</span>
              ) : (
                <button type="button" className={styles.what} onClick={() => setOpened(row)}>
                  {changesText(row) || 'same values'}
                </button>
              ),
          },
          { id: 'ip', title: 'From', className: styles.ip, value: ({ ip }) => ip },
          {
            id: 'hash',
            title: 'Hash',
            value: ({ hash }) => hash,
            cell: ({ hash, n }) => <CopyableText text={hash} what={`Hash of ${n}`} />,
          },
        ]}
        pagesLabel="Pages of the log"
      />
      {opened && <Opened row={opened} onClose={() => setOpened(null)} />}
    </ConsolePage>
  )
}

function FilterForm({ filter }: { filter: Filter }) {
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(filter)
  const set = (name: keyof Filter) => (text: string) => setDraft({ ...draft, [name]: text })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigate(paths.audit(draft), { replace: true })
  }
  const showReads = (isShown: boolean) =>
    navigate(paths.audit({ ...draft, reads: isShown ? '1' : '' }), { replace: true })
  const isFiltered = Object.values(filter).some((text) => text !== '')
  return (
    <form className={styles.filter} onSubmit={submit}>
      <Select label="Did" hideLabel options={actionOptions} value={draft.action} onChange={set('action')} />
      <Field
        label="To"
        layout="inside"
        align="left"
        placeholder="customer 10001"
        value={draft.target}
        onChange={set('target')}
      />
      <Field
        label="Who"
        layout="inside"
        align="left"
        placeholder="number"
        inputMode="numeric"
        value={draft.staffId}
        onChange={set('staffId')}
      />
      <Field label="From" layout="inside" type="date" value={draft.from} onChange={set('from')} />
      <Field label="Until" layout="inside" type="date" value={draft.to} onChange={set('to')} />
      <div className={styles.reads}>
        <Checkbox checked={filter.reads === '1'} onChange={showReads}>
          Show reads
        </Checkbox>
      </div>
      <Button type="submit">Filter</Button>
      {isFiltered && (
        <Button variant="quiet" onClick={() => navigate(paths.audit(), { replace: true })}>
          All
        </Button>
      )}
    </form>
  )
}

function Opened({ row, onClose }: { row: AuditRecord; onClose: () => void }) {
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title={`Record ${row.n}: ${auditText(row.action)}`}
      description={`${row.staff ?? 'System'}, ${instantText(row.atMs)}, ${row.target}, from ${row.ip}, ${row.userAgent}`}
      closeLabel="Close"
    >
      <table className={styles.changes}>
        <caption className="sr-only">Changes</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changesBetween(row.before, row.after).map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field === '' ? 'Value' : pathText(field)}</th>
              <td>{before ?? '—'}</td>
              <td>{after ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
