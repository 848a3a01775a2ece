import { dayStart } from '@glasshouse/core/calendar/days'
import type { InvestOrder, OrderDay } from '@glasshouse/core/invest/orders/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import type { PageState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import orderStyles from './Orders.module.css'
import type { PlannedDay } from './orderPlan.ts'

type AccrualList = PageState<readonly OrderDay[]>

/** A booked accrual, or one still to come. */
type Line = {
  readonly id: string
  readonly day: string
  readonly interest: Usdt
  /** Null where it is not known. */
  readonly total: Usdt | null
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
  order: InvestOrder
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
          {figures.amount(interest, 'floor', 8)}
        </span>
      ),
    },
    {
      id: 'total',
      head: t('order.total'),
      align: 'right',
      cell: ({ total, plannedMs }) => (
        <span className={plannedMs === null ? undefined : orderStyles.later}>
          {plannedMs === null ? total !== null && figures.amount(total, 'floor', 8) : t('order.planned')}
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
            text={order.nextMs !== null && t('order.noRowsText', { time: figures.full(order.nextMs) })}
          />
        }
        failed={listErrorOf(rows)}
      />
      <ListPager list={rows} page={page} pageSize={pageSize} onPage={onPage} />
    </div>
  )
}

/** Booked rows with the sum up to their day; the next planned day stands above the newest one. */
const linesOf = (
  rows: readonly OrderDay[],
  plan: readonly PlannedDay[],
  withNext: boolean,
): readonly Line[] => {
  const byDay = new Map(plan.map((planned) => [planned.day, planned]))
  const booked = rows.map(({ number, day, accrued }): Line => {
    return {
      id: String(number),
      day,
      interest: accrued,
      total: byDay.get(day)?.total ?? null,
      plannedMs: null,
    }
  })
  const next = plan.find(({ state }) => state === 'planned')
  if (!withNext || next === undefined) return booked
  const line = {
    id: 'next',
    day: next.day,
    interest: next.interest,
    total: null,
    plannedMs: next.atMs,
  }
  return [line, ...booked]
}
