import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import type { ReactNode } from 'react'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { useFormatters } from '../formatters.ts'
import { ListError, listErrorOf } from '../ListError.tsx'
import styles from './Lists.module.css'

/** Cells of a deposit or withdrawal. */
type MovementLook<Row> = {
  readonly time: (row: Row) => number
  readonly whatHead: string
  readonly what: (row: Row) => string
  readonly money: (row: Row) => string
  readonly state: (row: Row) => ReactNode
  /** Additional columns of the table. */
  readonly more?: readonly Column<Row>[]
  /** Content below a row; null if there is none. */
  readonly detail: (row: Row) => ReactNode
}

type Movements<Row> = {
  readonly caption: string
  readonly list: QueryState<readonly Row[]>
  readonly look: MovementLook<Row>
  readonly empty: ReactNode
}

/** List of deposits or withdrawals: a table, or two-line rows on a phone. */
export function MovementList<Row extends { readonly id: number }>({
  caption,
  list,
  look,
  empty,
}: Movements<Row>) {
  const columns = useColumns(look)
  if (site === 'desktop')
    return (
      <Table<Row>
        caption={caption}
        size="roomy"
        rows={list.data}
        rowKey={(row) => row.id}
        columns={columns}
        detail={(row) => {
          const more = look.detail(row)
          return more === null ? null : <div className={styles.detail}>{more}</div>
        }}
        empty={empty}
        failed={listErrorOf(list)}
      />
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={styles.waiting} aria-busy="true" />
  return list.data.length === 0 ? empty : <Rows rows={list.data} look={look} />
}

const useColumns = <Row,>(look: MovementLook<Row>): readonly Column<Row>[] => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  return [
    { id: 'time', head: t('list.time'), bone: 96, cell: (row) => figures.full(look.time(row)) },
    { id: 'what', head: look.whatHead, cell: look.what },
    {
      id: 'money',
      head: t('list.money'),
      align: 'right',
      cell: (row) => <span className={styles.strong}>{look.money(row)}</span>,
    },
    ...(look.more ?? []),
    { id: 'state', head: t('list.state'), align: 'right', cell: look.state },
  ]
}

function Rows<Row extends { readonly id: number }>({
  rows,
  look,
}: {
  rows: readonly Row[]
  look: MovementLook<Row>
}) {
  const figures = useFormatters()
  return (
    <ul className={listRowsClass}>
      {rows.map((row) => {
        const detail = look.detail(row)
        return (
          <li key={row.id}>
            <div className={listRowClass}>
              <ListRow
                title={look.what(row)}
                text={figures.full(look.time(row))}
                value={look.money(row)}
                note={look.state(row)}
              />
            </div>
            {detail !== null && <div className={styles.detail}>{detail}</div>}
          </li>
        )
      })}
    </ul>
  )
}
