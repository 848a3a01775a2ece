import type { JournalLine } from '@glasshouse/core/ledger/wire'
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
import styles from './Journal.module.css'

type Lines = QueryState<readonly JournalLine[]>

/** Cause of a line, with the evidence button if it has a receipt. */
function CauseMark({ line, onOpen }: { line: JournalLine; onOpen: (cause: Cause) => void }) {
  const { t } = useTranslation('journal')
  const cause = causeOf(line)
  const key = line.apikey === undefined ? undefined : t('byApiKey', { id: line.apikey })
  const text = [line.refname, line.sourcePhone, key].filter((part) => part !== undefined).join(' · ')
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
  return ({ money, asset }) =>
    asset === 'USDT'
      ? figures.amountText(money, money.startsWith('-') ? 'ceil' : 'floor', 4, 'always')
      : `${figures.amountText(money, 'floor', 8, 'always')} ${asset}`
}

const useColumns = (onOpen: (cause: Cause) => void): readonly Column<JournalLine>[] => {
  const { t } = useTranslation(['journal', 'account'])
  const figures = useFormatters()
  const money = useMoney()
  return [
    { id: 'time', head: t('time'), bone: 120, cell: (line) => figures.full(line.time) },
    { id: 'what', head: t('what'), cell: (line) => <b className={styles.what}>{line.typename}</b> },
    { id: 'cause', head: t('causeHead'), cell: (line) => <CauseMark line={line} onOpen={onOpen} /> },
    { id: 'wallet', head: t('wallet'), cell: (line) => t(`in.${line.wallet}`) },
    { id: 'money', head: t('money'), align: 'right', cell: money },
    {
      id: 'balance',
      head: t('balance'),
      align: 'right',
      cell: (line) => figures.amountText(line.balance, 'floor', line.asset === 'USDT' ? 4 : 8),
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
      <Table<JournalLine>
        caption={t('title')}
        size="roomy"
        skeletonRows={bones}
        rows={list.data}
        rowKey={(line) => line.id}
        columns={columns}
        empty={empty}
        failed={listErrorOf(list)}
      />
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={styles.waiting} aria-busy="true" />
  return list.data.length === 0 ? empty : <Rows lines={list.data} onOpen={onOpen} />
}

/** Phone rows: type and cause, amount and time. */
function Rows({ lines, onOpen }: { lines: readonly JournalLine[]; onOpen: (cause: Cause) => void }) {
  const figures = useFormatters()
  const money = useMoney()
  return (
    <ul className={listRowsClass}>
      {lines.map((line) => (
        <li key={line.id} className={listRowClass}>
          <ListRow
            title={line.typename}
            text={<CauseMark line={line} onOpen={onOpen} />}
            value={money(line)}
            note={figures.full(line.time)}
          />
        </li>
      ))}
    </ul>
  )
}
