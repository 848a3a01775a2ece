import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { type Column, Table } from '@glasshouse/ui/Table'
import { type ReactNode, useState } from 'react'
import { type CsvValue, csvText, saveFile } from './csv.ts'
import styles from './DataTable.module.css'
import { matching, type Sorting, sorted } from './order.ts'

export type DataColumn<Row> = Omit<Column<Row>, 'head' | 'cell'> & {
  readonly title: string
  /** What is sorted, searched and written to CSV. */
  readonly value: (row: Row) => CsvValue
  /** How it is shown; without it the value as it is. */
  readonly cell?: (row: Row) => ReactNode
}

/** A column that only holds buttons: not sorted, not in the CSV. */
const isPlain = <Row,>({ title }: DataColumn<Row>): boolean => title === ''

const headOf = <Row,>(
  column: DataColumn<Row>,
  sorting: Sorting | null,
  onSort: (sorting: Sorting) => void,
): ReactNode => {
  if (isPlain(column)) return <span className="sr-only">Actions</span>
  const mine = sorting?.id === column.id ? sorting : null
  const next = { id: column.id, descending: mine !== null && !mine.descending }
  return (
    <button
      type="button"
      className={styles.head}
      aria-label={`${column.title}, sort ${next.descending ? 'descending' : 'ascending'}`}
      onClick={() => onSort(next)}
    >
      {column.title}
      {mine && <Icon name="down" size={12} className={mine.descending ? undefined : styles.rising} />}
    </button>
  )
}

/** A table of what is on screen: narrowed by a text, sorted by its heads, saved as CSV. */
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
  isChosen,
}: {
  /** The CSV file's name without its ending. */
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
  isChosen?: (row: Row) => boolean
}) {
  const { text, setText, sorting, setSorting, shown, save } = useShown(name, columns, rows)
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        {tools}
        <span className={styles.space} />
        <Narrow text={text} onText={setText} isEmpty={!shown?.length} onSave={save} />
      </div>
      <div className={styles.scroll}>
        <Table<Row>
          caption={caption}
          size={size}
          rows={shown}
          rowKey={rowKey}
          skeletonRows={8}
          {...(isChosen ? { isChosen } : {})}
          columns={columns.map((column) => ({
            ...column,
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

/** The rows that are left by a text, in the order of a head, and how to save them. */
const useShown = <Row,>(
  name: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[] | undefined,
) => {
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const valued = columns.filter((column) => !isPlain(column))
  const cellsOf = (row: Row) => valued.map(({ value }) => value(row))
  const by = valued.find(({ id }) => id === sorting?.id)
  const kept = rows && matching(rows, cellsOf, text)
  const shown = kept && by && sorting ? sorted(kept, by.value, sorting.descending) : kept
  const save = () => {
    const heads = valued.map(({ title }) => title)
    saveFile(`${name}.csv`, csvText(heads, (shown ?? []).map(cellsOf)))
  }
  return { text, setText, sorting, setSorting, shown, save }
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

/** What stands where something did not come, with the way to ask again. */
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
