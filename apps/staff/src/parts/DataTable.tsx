import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { saveFile } from '@glasshouse/ui/saveFile'
import { type Column, Table } from '@glasshouse/ui/Table'
import { type ReactNode, useState } from 'react'
import { type CsvValue, csvBlob } from './csv.ts'
import styles from './DataTable.module.css'
import { matching, type Sorting, sorted } from './order.ts'

export type DataColumn<Row> = Omit<Column<Row>, 'head' | 'cell'> & {
  readonly title: string
  /** Value for sorting, search and CSV. */
  readonly value: (row: Row) => CsvValue
  /** Displayed content; the value if omitted. */
  readonly cell?: (row: Row) => ReactNode
}

/** Columns of buttons are not sorted and not in the CSV. */
const isPlain = <Row,>({ title }: DataColumn<Row>): boolean => title === ''

const headOf = <Row,>(
  column: DataColumn<Row>,
  sorting: Sorting | null,
  onSort: (sorting: Sorting) => void,
): ReactNode => {
  if (isPlain(column)) return <span className="sr-only">Actions</span>
  const ownSorting = sorting?.id === column.id ? sorting : null
  const next = { id: column.id, descending: ownSorting !== null && !ownSorting.descending }
  return (
    <button
      type="button"
      className={styles.head}
      aria-label={`${column.title}, sort ${next.descending ? 'descending' : 'ascending'}`}
      onClick={() => onSort(next)}
    >
      {column.title}
      {ownSorting && (
        <Icon name="down" size={12} className={ownSorting.descending ? undefined : styles.rising} />
      )}
    </button>
  )
}

/** Table of loaded rows with a text filter, sorting by column and CSV export. */
export function DataTable<Row>({
  name,
  caption,
  columns,
  rows,
  rowKey,
  problem,
  onRetry,
  empty,
  tools,
  foot,
  size = 'row',
  skeletonRows = 8,
  isChosen,
}: {
  /** Name of the CSV file without its extension. */
  name: string
  caption: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  problem: string | null
  onRetry: () => void
  empty: { readonly icon: IconName; readonly title: string; readonly text?: string }
  tools?: ReactNode
  foot?: ReactNode
  size?: 'dense' | 'row' | 'roomy'
  /** Rows drawn while loading, about as many as come, so that what stands below does not move. */
  skeletonRows?: number
  isChosen?: (row: Row) => boolean
}) {
  const { text, setText, sorting, setSorting, visible, save } = useVisibleRows(name, columns, rows)
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        {tools}
        <span className={styles.space} />
        <Narrow text={text} onText={setText} isEmpty={!visible?.length} onSave={save} />
      </div>
      <div className={styles.scroll}>
        <Table<Row>
          caption={caption}
          size={size}
          rows={visible}
          rowKey={rowKey}
          skeletonRows={skeletonRows}
          {...(isChosen ? { isChosen } : {})}
          columns={columns.map((column) => ({
            ...column,
            ...(isPlain(column) ? { className: styles.actions } : {}),
            head: headOf(column, sorting, setSorting),
            cell: column.cell ?? ((row) => column.value(row) ?? '—'),
          }))}
          empty={
            rows && rows.length > 0 ? (
              <EmptyState icon="search" title="No matching rows" text="Clear the filter to see all rows." />
            ) : (
              <EmptyState {...empty} />
            )
          }
          failed={problem !== null && rows === undefined && <LoadError problem={problem} onRetry={onRetry} />}
        />
      </div>
      {foot}
    </div>
  )
}

/** Filtered and sorted rows, and their export. */
const useVisibleRows = <Row,>(
  name: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[] | undefined,
) => {
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const valued = columns.filter((column) => !isPlain(column))
  const cellsOf = (row: Row) => valued.map(({ value }) => value(row))
  const by = valued.find(({ id }) => id === sorting?.id)
  const matches = rows && matching(rows, cellsOf, text)
  const visible = matches && by && sorting ? sorted(matches, by.value, sorting.descending) : matches
  const save = () => {
    const heads = valued.map(({ title }) => title)
    saveFile(csvBlob(heads, (visible ?? []).map(cellsOf)), `${name}.csv`)
  }
  return { text, setText, sorting, setSorting, visible, save }
}

function Narrow({
  text,
  onText,
  isEmpty,
  onSave,
}: {
  text: string
  onText: (text: string) => void
  isEmpty: boolean
  onSave: () => void
}) {
  return (
    <div className={styles.narrow}>
      <Field
        className={styles.filter}
        label="Filter rows"
        layout="inside"
        hideLabel
        align="left"
        start={<Icon name="search" size={14} />}
        value={text}
        onChange={onText}
        placeholder="Filter rows"
      />
      <Button size="s" variant="quiet" reason={isEmpty ? true : undefined} onClick={onSave}>
        CSV
      </Button>
    </div>
  )
}

/** Load error with a retry button. */
export function LoadError({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <EmptyState
      icon="warning"
      tone="warn"
      title="Couldn’t load"
      text={problem}
      action={
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
