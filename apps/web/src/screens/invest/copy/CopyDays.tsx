import { dayStart } from '@glasshouse/core/calendar/days'
import { type Attribution as AttributionRow, attributionFromWire } from '@glasshouse/core/invest/codec'
import type { AccrualRow, InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { ListError, listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Result } from '../../../components/record/Figures.tsx'
import { useDecodedPage, usePagedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import copyStyles from './Copy.module.css'

/** Days of a copy order, newest first; each opens into the trades that make it up. */
export function CopyDays({ order, pageSize }: { order: InvestOrderRow; pageSize: number }) {
  const { t } = useTranslation(['copy', 'invest'])
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const rows = usePagedCall('/api/invest/financialDetail', { refid: order.id, pageNum: page, pageSize })
  const dayOf = ({ daily }: AccrualRow): string => figures.day(dayStart(daily) ?? 0)
  const columns: readonly Column<AccrualRow>[] = [
    { id: 'day', head: t('invest:order.day'), cell: dayOf },
    {
      id: 'price',
      head: t('order.unitPrice'),
      align: 'right',
      cell: ({ unitprice, value }) => (
        <>
          {figures.plain(unitprice ?? '0')}
          <span className={orderStyles.sub}>
            {t('order.state', { value: figures.amountText(value ?? '0', 'floor') })}
          </span>
        </>
      ),
    },
    {
      id: 'profit',
      head: t('order.result'),
      align: 'right',
      cell: ({ profit, fee }) => (
        <>
          <Result amount={profit} />
          {usdt(fee ?? '0') > 0n && (
            <span className={orderStyles.sub}>
              {t('order.fee', { amount: figures.amountText(fee ?? '0', 'ceil') })}
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
          aria-expanded={row.id === opened}
          aria-label={t('order.details', { day: dayOf(row) })}
          onClick={() => setOpened(row.id === opened ? null : row.id)}
        >
          {t('order.trades')}
        </Button>
      ),
    },
  ]
  return (
    <div className={orderStyles.mini}>
      <Table<AccrualRow>
        caption={t('order.days')}
        rows={rows.data}
        rowKey={({ id }) => id}
        columns={columns}
        detail={(row) => row.id === opened && <Attribution row={row} />}
        empty={<EmptyState icon="clock" title={t('order.noDays')} text={t('order.noDaysText')} />}
        failed={listErrorOf(rows)}
      />
      <ListPager list={rows} page={page} pageSize={pageSize} onPage={setPage} />
    </div>
  )
}

const maxParts = 100

/** The rows behind a day, with their sum where all of them are shown: the result of the day. */
function Attribution({ row }: { row: AccrualRow }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const parts = useDecodedPage(
    '/api/invest/buyDetail',
    { detailid: row.id, pageNum: 1, pageSize: maxParts },
    attributionFromWire,
  )
  if (parts.data === undefined) return parts.error ? <ListError list={parts} /> : <div aria-busy="true" />
  const sum = parts.data.reduce<bigint>((all, { profit }) => all + usdt(profit), 0n) as Usdt
  return (
    <ul className={copyStyles.parts} aria-label={t('order.parts')}>
      {parts.data.map((part, at) => (
        <li key={`${part.kind}-${part.order ?? at}`}>
          <span>
            <PartName part={part} />
            {part.openPrice !== null && (
              <span className={styles.caption}>
                {' '}
                {part.closePrice === null
                  ? t('order.from', { price: figures.plain(part.openPrice) })
                  : t('order.prices', {
                      from: figures.plain(part.openPrice),
                      to: figures.plain(part.closePrice),
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
          <Result amount={formatUsdt(sum)} digits={8} />
        </li>
      )}
    </ul>
  )
}

function PartName({ part }: { part: AttributionRow }) {
  const { t } = useTranslation('copy')
  if (part.direct === null) return <>{t(`order.part.${part.kind}`)}</>
  return (
    <>
      {part.title} {t(part.direct === 1 ? 'order.long' : 'order.short')} · {t(`order.part.${part.kind}`)}
    </>
  )
}
