import { formatQuantity } from '@glasshouse/core/money/units'
import type { Application, Issue } from '@glasshouse/core/subscription/codec'
import type { AllotmentTable } from '@glasshouse/core/subscription/wire'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { type AllotmentCheck, useAllotmentCheck } from '../../data/allotment.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { type AllotmentRow, allotmentRows, shortHash } from './allotmentRows.ts'
import styles from './Subscription.module.css'
import { coinOf } from './useIssues.ts'

/** Rows shown; all of them are in the saved table. */
const shownRows = 20

type OwnApplication = Application | null | undefined

/** The published allotment of an issue, which this page can compute again. Nothing before it has run. */
export function Allotment({ issue, own }: { issue: Issue; own: OwnApplication }) {
  if (issue.state !== 'paying' && issue.state !== 'over') return null
  return <Published issue={issue} own={own} />
}

function Published({ issue, own }: { issue: Issue; own: OwnApplication }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const table = useQueryCall('/api/subscription/allotment', { id: issue.id })
  const { check, isRunning, run } = useAllotmentCheck(issue.id)
  const { data } = table
  return (
    <Panel
      title={t('allotmentOf', { coin: `${coinOf(issue)} ${issue.id}` })}
      beside={
        <Button size="s" busy={isRunning && t('computing')} onClick={() => void run()}>
          {t('recompute')}
        </Button>
      }
    >
      {data === undefined ? (
        table.error ? (
          <ListError list={table} />
        ) : (
          <Skeleton width="100%" height={180} />
        )
      ) : data.applications === 0 ? (
        <EmptyState icon="plus" title={t('nobody')} />
      ) : (
        <>
          <p className={styles.summary}>
            {t('allotmentSummary', {
              number: figures.plain(data.number),
              asked: figures.plain(data.asked),
              step: figures.plain(data.step),
              count: data.applications,
            })}
          </p>
          <Rows table={data} ownHash={own?.hash} check={check} />
          <Drawn table={data} check={check} />
        </>
      )}
    </Panel>
  )
}

function Rows({
  table,
  ownHash,
  check,
}: {
  table: AllotmentTable
  ownHash: string | undefined
  check: AllotmentCheck | null
}) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const whole = check?.kind === 'checked' ? check.table : table
  const all = allotmentRows(whole)
  const own = all.filter(({ hash }) => hash === ownHash)
  const rows = [...own, ...all.filter(({ hash }) => hash !== ownHash)].slice(0, shownRows)
  const ranks = check?.kind === 'checked' ? check.ranks : null
  const columns = useColumns(whole, ownHash, ranks)
  return (
    <>
      {site === 'desktop' ? (
        <Table<AllotmentRow>
          caption={t('allotment')}
          size="roomy"
          rows={rows}
          rowKey={({ hash }) => hash}
          isChosen={({ hash }) => hash === ownHash}
          columns={columns}
          empty={null}
        />
      ) : (
        <ul className={styles.allotted}>
          {rows.map((row) => (
            <li key={row.hash}>
              <span>
                <code>{shortHash(row.hash)}</code> {row.hash === ownHash && <Badge>{t('yours')}</Badge>}
                <small>
                  {t('askedShare', { asked: figures.plain(row.asked), share: figures.plain(row.share) })}
                </small>
              </span>
              <span>
                <b>{figures.plain(row.allotted)}</b>
                <small>
                  {row.drawn > 0n && t('drawn', { coins: figures.plain(figures.trimmed(row.drawn)) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {table.applications > rows.length && (
        <p className={styles.summary}>
          {t('shownOf', { shown: figures.whole(rows.length), total: figures.whole(table.applications) })}
        </p>
      )}
    </>
  )
}

const useColumns = (
  table: AllotmentTable,
  ownHash: string | undefined,
  ranks: ReadonlyMap<string, number> | null,
): readonly Column<AllotmentRow>[] => {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  return [
    {
      id: 'hash',
      head: t('orderHash'),
      bone: 150,
      cell: ({ hash }) => (
        <>
          <code title={hash}>{shortHash(hash)}</code> {hash === ownHash && <Badge>{t('yours')}</Badge>}
        </>
      ),
    },
    { id: 'asked', head: t('askedFor'), align: 'right', cell: ({ asked }) => figures.plain(asked) },
    {
      id: 'exact',
      head: t('shareHead'),
      align: 'right',
      cell: ({ asked }) =>
        `${figures.plain(asked)} × ${figures.plain(table.number)} ÷ ${figures.plain(table.asked)}`,
    },
    { id: 'share', head: t('downToStep'), align: 'right', cell: ({ share }) => figures.plain(share) },
    {
      id: 'draw',
      head: t('draw'),
      align: 'right',
      cell: ({ hash, drawn }) =>
        [
          ranks === null ? null : t('place', { place: figures.whole(ranks.get(hash) ?? 0) }),
          drawn > 0n ? `+${formatQuantity(drawn)}` : null,
        ]
          .filter((part) => part !== null)
          .join(', ') || '—',
    },
    {
      id: 'allotted',
      head: t('allotted'),
      align: 'right',
      cell: ({ allotted }) => <b>{figures.plain(allotted)}</b>,
    },
  ]
}

/** The head of the draw, the verdict of this page, and how to repeat it without the product. */
function Drawn({ table, check }: { table: AllotmentTable; check: AllotmentCheck | null }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const { head } = table
  const file = `allotment-${table.id}.json`
  return (
    <div className={styles.drawn}>
      <p>
        {t('drawnWith', { time: figures.full(head.minute), symbol: head.symbol })}{' '}
        <code className={styles.hash}>{head.hash}</code>
      </p>
      <div role="status">{check !== null && <Verdict check={check} />}</div>
      <p>
        {t('verifyText')}{' '}
        <code className={styles.hash}>
          npm run verify -- allotment {file} --head {head.hash}
        </code>
      </p>
      {check?.kind === 'checked' && (
        <a
          className={buttonClass({ size: 's' })}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(check.table))}`}
          download={file}
        >
          {t('saveTable')}
        </a>
      )}
    </div>
  )
}

function Verdict({ check }: { check: AllotmentCheck }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  if (check.kind === 'unsupported') return <p>{t('verdict.unsupported')}</p>
  if (check.kind === 'failed') return <p className={styles.wrong}>{check.message}</p>
  const [first] = check.differences
  if (first !== undefined || check.isSigned === false)
    return (
      <p className={styles.wrong}>
        {t('verdict.different', {
          found: first === undefined ? 'signature' : `${shortHash(first.at)} ${first.reason}`,
        })}
      </p>
    )
  return (
    <p className={styles.sound}>
      <EvidenceIcon size={14} />{' '}
      {t('verdict.same', { count: check.table.rows.length, rows: figures.whole(check.table.rows.length) })}{' '}
      {t(check.isSigned === null ? 'verdict.signatureUnknown' : 'verdict.signed')}
    </p>
  )
}
