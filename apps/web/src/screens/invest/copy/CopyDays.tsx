import { dayStart } from '@glasshouse/core/calendar/days'
import type { AttributedTrade } from '@glasshouse/core/invest/copy/pool/codec'
import {
  formatUnitPrice,
  type InvestOrder,
  listOrderDaysToWire,
  type OrderDay,
  orderDaysFromWire,
} from '@glasshouse/core/invest/orders/codec'
import { sumUnits } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { ListError, listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Result } from '../../../components/record/Figures.tsx'
import { useAttribution } from '../../../data/pools.ts'
import { useDecodedPage } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import copyStyles from './Copy.module.css'

/** Days of a copy order, newest first; each opens into the trades that make it up. */
export function CopyDays({ order, pageSize }: { order: InvestOrder; pageSize: number }) {
  const { t } = useTranslation(['copy', 'invest'])
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const rows = useDecodedPage(
    '/api/invest/financialDetail',
    listOrderDaysToWire(order.id, page, pageSize),
    orderDaysFromWire,
  )
  const dayOf = ({ day }: OrderDay): string => figures.day(dayStart(day) ?? 0)
  const columns: readonly Column<OrderDay>[] = [
    { id: 'day', head: t('invest:order.day'), cell: dayOf },
    {
      id: 'price',
      head: t('order.unitPrice'),
      align: 'right',
      cell: ({ dealt }) =>
        dealt !== null && (
          <>
            {figures.plain(formatUnitPrice(dealt.unitPrice))}
            <span className={orderStyles.sub}>
              {t('order.state', { value: figures.amount(dealt.value, 'floor') })}
            </span>
          </>
        ),
    },
    {
      id: 'profit',
      head: t('order.result'),
      align: 'right',
      cell: ({ accrued, dealt }) => (
        <>
          <Result amount={accrued} />
          {dealt !== null && dealt.fee > 0n && (
            <span className={orderStyles.sub}>
              {t('order.fee', { amount: figures.amount(dealt.fee, 'ceil') })}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'more',
      head: <span className="sr-only">{t('order.trades')}</span>,
      align: 'right',
      bone: 0,
      cell: (row) => (
        <Button
          size="s"
          variant="quiet"
          aria-expanded={row.number === opened}
          aria-label={t('order.details', { day: dayOf(row) })}
          onClick={() => setOpened(row.number === opened ? null : row.number)}
        >
          {t('order.trades')}
        </Button>
      ),
    },
  ]
  return (
    <div className={orderStyles.mini}>
      <Table<OrderDay>
        caption={t('order.days')}
        rows={rows.data}
        rowKey={({ number }) => number}
        columns={columns}
        detail={(row) => row.number === opened && <Attribution row={row} />}
        empty={<EmptyState icon="clock" title={t('order.noDays')} text={t('order.noDaysText')} />}
        failed={listErrorOf(rows)}
      />
      <ListPager list={rows} page={page} pageSize={pageSize} onPage={setPage} />
    </div>
  )
}

const maxParts = 100

/** The rows behind a day, with their sum where all of them are shown: the result of the day. */
function Attribution({ row }: { row: OrderDay }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const parts = useAttribution(row, maxParts)
  if (parts.data === undefined) return parts.error ? <ListError list={parts} /> : <div aria-busy="true" />
  const sum = sumUnits(parts.data.map(({ profit }) => profit))
  return (
    <ul className={copyStyles.parts} aria-label={t('order.parts')}>
      {parts.data.map((part, at) => (
        <li key={`${part.kind}-${part.orderId ?? at}`}>
          <span>
            <PartName part={part} />
            {part.openPrice !== null && (
              <span className={styles.caption}>
                {' '}
                {part.closePrice === null
                  ? t('order.from', { price: figures.exactPrice(part.openPrice) })
                  : t('order.prices', {
                      from: figures.exactPrice(part.openPrice),
                      to: figures.exactPrice(part.closePrice),
                    })}
              </span>
            )}
          </span>
          <Result amount={part.profit} digits={8} />
        </li>
      ))}
      {parts.total === parts.data.length && (
        <li className={copyStyles.sum}>
          <span>{t('order.sum')}</span>
          <Result amount={sum} digits={8} />
        </li>
      )}
    </ul>
  )
}

function PartName({ part }: { part: AttributedTrade }) {
  const { t } = useTranslation('copy')
  if (part.side === null) return <>{t(`order.part.${part.kind}`)}</>
  return (
    <>
      {part.title} {t(`order.${part.side}`)} · {t(`order.part.${part.kind}`)}
    </>
  )
}
