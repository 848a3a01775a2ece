import { Fragment, type ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { Skeleton } from './Skeleton.tsx'
import styles from './Table.module.css'

export type Column<Row> = {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right' | 'center'
  /** Width of the skeleton's bone in pixels; 0 draws none (buttons). */
  readonly bone?: number
  readonly width?: number | string
  readonly className?: string | undefined
}

const alignClass = (align: Column<unknown>['align']): string | undefined =>
  align === 'right' ? styles.right : align === 'center' ? styles.center : undefined

/**
 * A table with its three other states: `loading` draws a skeleton in the rows' shape, `failed` and
 * `empty` are what stands there instead (a StateNote). `rows` undefined means still loading.
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
  className,
}: {
  /** Read by screen readers, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  empty: ReactNode
  failed?: ReactNode
  size?: 'dense' | 'row' | 'roomy'
  skeletonRows?: number
  isChosen?: (row: Row) => boolean
  /** What stands under an opened row, over its whole width; null while it is closed. */
  detail?: (row: Row) => ReactNode
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
                <tr className={isChosen?.(row) ? styles.chosen : undefined}>
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
    </table>
  )
}

/** Bones of slightly different length, so that the rows look like rows. */
const lengths = [1, 0.74, 0.88]

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return (
    <tbody aria-busy="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bones of a skeleton have no other name
        <tr key={row}>
          {columns.map((column, place) => (
            <td key={column.id} className={classNames(alignClass(column.align), column.className)}>
              {column.bone !== 0 && (
                <span className={styles.mark}>
                  {place === 0 && <Skeleton width={18} height={18} round />}
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
