import { Fragment, type ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { Skeleton } from './Skeleton.tsx'
import styles from './Table.module.css'

export type Column<Row> = {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right' | 'center'
  /** Width of the skeleton bar in pixels; 0 draws none (columns of buttons). */
  readonly bone?: number
  readonly width?: number | string
  readonly className?: string | undefined
}

/** Total row below the rows: cells by the id of their column. */
export type TableTotal = Readonly<Record<string, ReactNode>>

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select, label') !== null

const alignClass = (align: Column<unknown>['align']): string | undefined =>
  align === 'right' ? styles.right : align === 'center' ? styles.center : undefined

/**
 * Table with its loading, failed and empty states. `rows` undefined means loading and draws a skeleton;
 * `failed` and `empty` are shown instead of rows (an EmptyState).
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  failed,
  size = 'row',
  skeletonRows = 3,
  isChosen,
  detail,
  onRow,
  total = null,
  className,
}: {
  /** Only for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  empty: ReactNode
  failed?: ReactNode
  size?: 'dense' | 'row' | 'roomy'
  skeletonRows?: number
  isChosen?: (row: Row) => boolean
  /** Detail below an expanded row, over the full width; null while the row is collapsed. */
  detail?: (row: Row) => ReactNode
  /** Called when a row is clicked beside its controls; a control of the row does the same by keyboard. */
  onRow?: (row: Row) => void
  total?: TableTotal | null
  className?: string | undefined
}) {
  const note = failed ? failed : rows?.length === 0 ? empty : null
  return (
    <table className={classNames(styles.table, size !== 'row' && styles[size], className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(alignClass(column.align), column.className)}
              style={column.width === undefined ? undefined : { width: column.width }}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      {note ? (
        <tbody className={styles.note}>
          <tr>
            <td colSpan={columns.length}>{note}</td>
          </tr>
        </tbody>
      ) : rows === undefined ? (
        <SkeletonRows columns={columns} count={skeletonRows} />
      ) : (
        <tbody className={styles.rows}>
          {rows.map((row) => {
            const more = detail?.(row)
            return (
              <Fragment key={rowKey(row)}>
                <tr
                  className={classNames(isChosen?.(row) && styles.chosen, onRow && styles.pressable)}
                  onClick={(event) => {
                    if (onRow && !isControl(event.target)) onRow(row)
                  }}
                >
                  {columns.map((column) => (
                    <td key={column.id} className={classNames(alignClass(column.align), column.className)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {more && (
                  <tr className={styles.detail}>
                    <td colSpan={columns.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      )}
      {total !== null && rows !== undefined && rows.length > 0 && (
        <tfoot>
          <tr>
            {columns.map(({ id, align, className }) => (
              <td key={id} className={classNames(alignClass(align), className)}>
                {total[id]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** Skeleton bars of slightly different length look like text. */
const lengths = [1, 0.74, 0.88]

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return (
    <tbody aria-busy="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity but their position
        <tr key={row}>
          {columns.map((column, index) => (
            <td key={column.id} className={classNames(alignClass(column.align), column.className)}>
              {column.bone !== 0 && (
                <span className={styles.mark}>
                  {index === 0 && <Skeleton width={18} height={18} round />}
                  <Skeleton width={Math.round((column.bone ?? 54) * (lengths[row % lengths.length] ?? 1))} />
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
