import { dayStart } from '@glasshouse/core/calendar/days'
import type { Market } from '@glasshouse/core/markets/codec'
import { type Trade, tradeDaysFromWire, tradesFromWire } from '@glasshouse/core/performance/codec'
import type { TradeKind } from '@glasshouse/core/performance/rules'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { maxDays, rangeProblem } from '../../components/journal/days.ts'
import { ListError, listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { priceDirection } from '../../components/market/market.ts'
import { Panel } from '../../components/page/Page.tsx'
import { type QueryState, useDecodedCall, useDecodedPage, useMutation } from '../../data/query.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { FilterFields } from './FilterFields.tsx'
import { TradeDetail } from './TradeDetail.tsx'
import styles from './Transaction.module.css'
import { useTradeColumns, useTradeWords } from './tradeCells.tsx'
import { onlyDay, requestOf, type TradeFilters } from './tradeDays.ts'

const pageSize = 10
const keyOf = ({ kind, id }: Trade): string => `${kind}-${id}`

const hasBadRange = ({ from, to }: TradeFilters): boolean =>
  from !== '' && to !== '' && rangeProblem({ from, to }) !== null

/** Closed positions and settled options, filtered, with their sum and as a file. */
export function ClosedTrades({
  filters,
  onChange,
  onReceipt,
}: {
  filters: TradeFilters
  onChange: (filters: TradeFilters) => void
  onReceipt: (kind: TradeKind, id: number) => void
}) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const markets = useMarkets()
  const [paged, setPaged] = useState({ filters, page: 1 })
  // A page belongs to the filters it was chosen with.
  const page = paged.filters === filters ? paged.page : 1
  const isRefused = hasBadRange(filters)
  const request = requestOf(
    isRefused ? { ...filters, from: '', to: '' } : filters,
    (symbol) => markets.data?.find((market) => market.symbol === symbol)?.pid,
  )
  const list = useDecodedPage(
    '/api/performance/trades',
    { ...request, ...pageToWire(page, pageSize) },
    tradesFromWire,
  )
  const sums = useDecodedCall('/api/performance/days', request, tradeDaysFromWire)
  const day = onlyDay(filters)
  return (
    <Panel
      title={day === null ? t('closed.title') : t('closed.onDay', { day: figures.date(dayStart(day) ?? 0) })}
      beside={
        <span className={styles.ends}>
          {day !== null && (
            <Button
              size="s"
              icon={<Icon name="close" size={14} />}
              onClick={() => onChange({ ...filters, from: '', to: '' })}
            >
              {t('closed.allDays')}
            </Button>
          )}
          <ExportButton request={request} />
        </span>
      }
    >
      <FilterFields
        filters={filters}
        onChange={onChange}
        symbols={(markets.data ?? []).map(({ symbol }) => symbol)}
        problem={isRefused ? t('closed.range', { days: maxDays }) : undefined}
      />
      <Sum sums={sums} />
      <Rows list={list} markets={markets.data ?? []} onReceipt={onReceipt} />
      <ListPager
        list={list}
        page={page}
        pageSize={pageSize}
        onPage={(next) => setPaged({ filters, page: next })}
      />
    </Panel>
  )
}

/** The trades of a page, each with its receipt and its steps. */
function Rows({
  list,
  markets,
  onReceipt,
}: {
  list: QueryState<readonly Trade[]>
  markets: readonly Market[]
  onReceipt: (kind: TradeKind, id: number) => void
}) {
  const { t } = useTranslation('transaction')
  const [open, setOpen] = useState<string | null>(null)
  const columns = useTradeColumns(markets, (trade) => {
    const key = keyOf(trade)
    return (
      <span className={styles.ends}>
        <EvidenceButton
          label={t('timeline.openReceipt', { id: trade.id })}
          onClick={() => onReceipt(trade.kind, trade.id)}
        />
        <IconButton
          small
          icon="down"
          label={t('closed.details', { id: trade.id, symbol: trade.symbol })}
          aria-expanded={open === key}
          className={open === key ? styles.opened : undefined}
          onClick={() => setOpen(open === key ? null : key)}
        />
      </span>
    )
  })
  const detail = (trade: Trade) =>
    open === keyOf(trade) ? <TradeDetail trade={trade} markets={markets} /> : null
  const empty = <EmptyState icon="orders" title={t('closed.none')} text={t('closed.noneText')} />
  if (site === 'desktop')
    return (
      <div className={styles.table}>
        <Table<Trade>
          caption={t('closed.title')}
          rows={list.data}
          rowKey={keyOf}
          columns={columns}
          skeletonRows={pageSize}
          empty={empty}
          failed={listErrorOf(list)}
          detail={detail}
        />
      </div>
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={styles.waiting} aria-busy="true" />
  if (list.data.length === 0) return empty
  return (
    <ul>
      {list.data.map((trade) => (
        <PhoneRow
          key={keyOf(trade)}
          trade={trade}
          isOpen={open === keyOf(trade)}
          onToggle={() => setOpen(open === keyOf(trade) ? null : keyOf(trade))}
        >
          {detail(trade)}
        </PhoneRow>
      ))}
    </ul>
  )
}

/** What all trades of the filter come to: the sum of the rows of every page. */
function Sum({
  sums,
}: {
  sums: ReturnType<typeof useDecodedCall<'/api/performance/days', ReturnType<typeof tradeDaysFromWire>>>
}) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const sum = sums.data?.sum
  if (sum === undefined || sum.trades === 0) return null
  return (
    <p className={styles.total} role="status">
      {t('closed.count', { count: sum.trades })}
      <PriceChange direction={priceDirection(sum.pnl)} arrow={false}>
        <b>{figures.amount(sum.pnl, 'floor', 8, 'always')}</b>
      </PriceChange>
      {t('closed.feesIn', { fees: figures.amount(sum.fees, 'ceil', 8) })}
    </p>
  )
}

/** Asks for the file of the filtered list and opens it. */
function ExportButton({ request }: { request: ReturnType<typeof requestOf> }) {
  const { t } = useTranslation('transaction')
  const link = useMutation('/api/performance/export')
  const [made, setMade] = useState<{ readonly of: string; readonly url: string } | null>(null)
  const of = JSON.stringify(request)
  if (made?.of === of)
    return (
      <a className={styles.link} href={made.url} download>
        {t('closed.download')}
      </a>
    )
  return (
    <Button
      size="s"
      icon={<Icon name="download" size={14} />}
      busy={link.busy && t('closed.exporting')}
      onClick={async () => {
        const answer = await link.run(request)
        if (answer !== null) setMade({ of, url: answer.url })
      }}
    >
      {t('closed.export')}
    </Button>
  )
}

function PhoneRow({
  trade,
  isOpen,
  onToggle,
  children,
}: {
  trade: Trade
  isOpen: boolean
  onToggle: () => void
  children: React.ReactNode
}) {
  const figures = useFormatters()
  const words = useTradeWords()
  return (
    <li className={styles.phoneRow}>
      <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.grow}>
          <b>{trade.symbol}</b>
          <span className={styles.small}>{words.side(trade)}</span>
        </span>
        <span className={styles.end}>
          <PriceChange direction={priceDirection(trade.pnl)} arrow={false}>
            <b>{figures.amount(trade.pnl, 'floor', 8, 'always')}</b>
          </PriceChange>
          <span className={styles.small}>
            {words.ending(trade)} · {figures.day(trade.closedMs)}
          </span>
        </span>
      </button>
      {children}
    </li>
  )
}
