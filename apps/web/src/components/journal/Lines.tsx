import type { JournalLine } from '@glasshouse/core/ledger/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { useFormatters } from '../formatters.ts'
import { ListError, listErrorOf } from '../ListError.tsx'
import { type Cause, causeOf } from './causes.ts'
import { groupLines, type LineGroup } from './groups.ts'
import styles from './Journal.module.css'

type Lines = QueryState<readonly JournalLine[]>

/** Cause of a line, with the evidence button if it has a receipt. */
function CauseMark({ line, onOpen }: { line: JournalLine; onOpen: (cause: Cause) => void }) {
  const { t } = useTranslation('journal')
  const cause = causeOf(line)
  const key = line.apiKeyId === null ? null : t('byApiKey', { id: line.apiKeyId })
  const text = [line.cause.name, line.otherPhone, key].filter((part) => part !== null).join(' · ')
  if (cause === null) return <>{text}</>
  return (
    <EvidenceButton label={t('openReceipt')} onClick={() => onOpen(cause)}>
      {text}
    </EvidenceButton>
  )
}

/** Returns a formatter for the signed amount of a line: four decimals for USDT, the coin's own decimals otherwise. */
const useMoney = (): ((line: JournalLine) => string) => {
  const figures = useFormatters()
  return ({ amount, asset }) =>
    asset === 'USDT'
      ? figures.own(amount, 'always')
      : `${figures.amountText(formatUsdt(amount), 'floor', 8, 'always')} ${asset}`
}

/** A row of the table: the head of an order with its sum, or a line, which may belong to the order above it. */
type Row =
  | { readonly kind: 'order'; readonly key: string; readonly group: LineGroup }
  | { readonly kind: 'line'; readonly key: string; readonly line: JournalLine; readonly isPart: boolean }

const rowsOf = (lines: readonly JournalLine[]): readonly Row[] =>
  groupLines(lines).flatMap((group) => {
    const isPart = group.sum !== null
    const own = group.lines.map((line) => ({
      ...{ kind: 'line' as const, key: String(line.id), line, isPart },
    }))
    return isPart ? [{ kind: 'order' as const, key: group.key, group }, ...own] : own
  })

const useColumns = (onOpen: (cause: Cause) => void): readonly Column<Row>[] => {
  const { t } = useTranslation(['journal', 'account'])
  const figures = useFormatters()
  const money = useMoney()
  return [
    {
      id: 'time',
      head: t('time'),
      bone: 120,
      cell: (row) => figures.full(row.kind === 'order' ? (row.group.lines[0]?.atMs ?? 0) : row.line.atMs),
    },
    {
      id: 'what',
      head: t('what'),
      cell: (row) =>
        row.kind === 'order' ? (
          <b className={styles.what}>{t('order', { count: row.group.lines.length })}</b>
        ) : (
          <span className={row.isPart ? styles.part : styles.what}>{row.line.typeName}</span>
        ),
    },
    {
      id: 'cause',
      head: t('causeHead'),
      cell: (row) => {
        const line = row.kind === 'order' ? row.group.lines[0] : row.line
        if (line === undefined || (row.kind === 'line' && row.isPart)) return null
        return <CauseMark line={line} onOpen={onOpen} />
      },
    },
    {
      id: 'wallet',
      head: t('wallet'),
      cell: (row) => (row.kind === 'order' ? null : t(`in.${row.line.wallet}`)),
    },
    {
      id: 'money',
      head: t('money'),
      align: 'right',
      cell: (row) =>
        row.kind === 'order' ? <b>{figures.own(row.group.sum ?? 0n, 'always')}</b> : money(row.line),
    },
    {
      id: 'balance',
      head: t('balance'),
      align: 'right',
      cell: (row) =>
        row.kind === 'order'
          ? null
          : figures.amountText(formatUsdt(row.line.balance), 'floor', row.line.asset === 'USDT' ? 4 : 8),
    },
  ]
}

/** Transactions: a table, or two-line rows on a phone. */
export function Lines({
  list,
  bones = 10,
  onOpen,
}: {
  list: Lines
  /** Number of skeleton rows while loading. */
  bones?: number
  onOpen: (cause: Cause) => void
}) {
  const { t } = useTranslation('journal')
  const columns = useColumns(onOpen)
  const empty = <EmptyState icon="rows" title={t('none')} text={t('noneText')} />
  if (site === 'desktop')
    return (
      <Table<Row>
        caption={t('title')}
        size="dense"
        skeletonRows={bones}
        rows={list.data && rowsOf(list.data)}
        rowKey={({ key }) => key}
        columns={columns}
        empty={empty}
        failed={listErrorOf(list)}
      />
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={styles.waiting} aria-busy="true" />
  return list.data.length === 0 ? empty : <Rows lines={list.data} onOpen={onOpen} />
}

/** Phone rows: an order with its lines below it, or a single line, each with wallet, amount and time. */
function Rows({ lines, onOpen }: { lines: readonly JournalLine[]; onOpen: (cause: Cause) => void }) {
  const { t } = useTranslation('journal')
  const figures = useFormatters()
  const money = useMoney()
  return (
    <ul className={listRowsClass}>
      {groupLines(lines).map(({ key, lines: own, sum }) => {
        const [newest] = own
        if (newest === undefined) return null
        const cause = <CauseMark line={newest} onOpen={onOpen} />
        if (sum === null)
          return (
            <li key={key} className={listRowClass}>
              <ListRow
                title={newest.typeName}
                text={
                  <>
                    {cause} · {t(`in.${newest.wallet}`)}
                  </>
                }
                value={money(newest)}
                note={figures.full(newest.atMs)}
              />
            </li>
          )
        return (
          <li key={key}>
            <div className={listRowClass}>
              <ListRow
                title={cause}
                text={t('order', { count: own.length })}
                value={figures.own(sum, 'always')}
                note={figures.full(newest.atMs)}
              />
            </div>
            <ul className={styles.parts}>
              {own.map((line) => (
                <li key={line.id}>
                  <span>
                    {line.typeName} · {t(`in.${line.wallet}`)}
                  </span>
                  <span className={styles.partMoney}>{money(line)}</span>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
