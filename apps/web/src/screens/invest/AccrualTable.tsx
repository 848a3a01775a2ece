import { dayStart } from '@glasshouse/core/calendar/days'
import type { AccrualRow, InvestOrderRow } from '@glasshouse/core/invest/wire'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import type { usePagedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import orderStyles from './Orders.module.css'
import type { PlannedDay } from './orderPlan.ts'

type AccrualList = Omit<ReturnType<typeof usePagedCall>, 'data'> & {
  readonly data: readonly AccrualRow[] | undefined
}

/** A booked accrual, or one still to come. */
type Line = {
  readonly id: string
  readonly day: string
  readonly interest: string
  readonly total: string
  /** Midnight of the accrual if it has not happened. */
  readonly plannedMs: number | null
}

/** Booked accruals as the server lists them, newest first, below the next ones to come. */
export function AccrualTable({
  order,
  plan,
  rows,
  page,
  pageSize,
  onPage,
}: {
  order: InvestOrderRow
  plan: readonly PlannedDay[]
  rows: AccrualList
  page: number
  pageSize: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const lines = rows.data && linesOf(rows.data, plan, page === 1)
  const columns: readonly Column<Line>[] = [
    { id: 'day', head: t('order.day'), cell: ({ day }) => figures.day(dayStart(day) ?? 0) },
    {
      id: 'interest',
      head: t('order.interest'),
      align: 'right',
      cell: ({ interest, plannedMs }) => (
        <span className={plannedMs === null ? undefined : orderStyles.later}>
          {figures.amountText(interest, 'floor', 8)}
        </span>
      ),
    },
    {
      id: 'total',
      head: t('order.total'),
      align: 'right',
      cell: ({ total, plannedMs }) => (
        <span className={plannedMs === null ? undefined : orderStyles.later}>
          {plannedMs === null ? total && figures.amountText(total, 'floor', 8) : t('order.planned')}
        </span>
      ),
    },
  ]
  return (
    <div className={orderStyles.mini}>
      <Table<Line>
        caption={t('order.earnings')}
        rows={lines}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState
            icon="clock"
            title={t('order.noRows')}
            text={order.next !== null && t('order.noRowsText', { time: figures.full(order.next) })}
          />
        }
        failed={listErrorOf(rows)}
      />
      <ListPager list={rows} page={page} pageSize={pageSize} onPage={onPage} />
    </div>
  )
}

const eight = (units: bigint): string => {
  const digits = units.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** Booked rows with the sum up to their day; the next planned day stands above the newest one. */
const linesOf = (
  rows: readonly AccrualRow[],
  plan: readonly PlannedDay[],
  withNext: boolean,
): readonly Line[] => {
  const byDay = new Map(plan.map((planned) => [planned.day, planned]))
  const booked = rows.map(({ id, daily, profit }): Line => {
    const planned = byDay.get(daily)
    return {
      id: String(id),
      day: daily,
      interest: profit,
      total: planned === undefined ? '' : eight(planned.total),
      plannedMs: null,
    }
  })
  const next = plan.find(({ state }) => state === 'planned')
  if (!withNext || next === undefined) return booked
  const line = {
    id: 'next',
    day: next.day,
    interest: eight(next.interest),
    total: '',
    plannedMs: next.atMs,
  }
  return [line, ...booked]
}
