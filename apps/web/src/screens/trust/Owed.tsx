import { dayStart } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { bookIssues, parseReport, type Report } from '@glasshouse/core/trust/liabilities/report'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { Holdings } from './Holdings.tsx'
import { HowToCheck } from './HowToCheck.tsx'
import { SaveText } from './SaveText.tsx'
import styles from './Trust.module.css'

/** The newest report: owed per asset, and the checks of the whole book made here. */
export function Owed() {
  const { t } = useTranslation('trust')
  const newest = useQueryCall('/api/trust/liabilities', {})
  const report = newest.data === undefined ? null : parseReport(newest.data.text)
  return (
    <Panel title={t('owed.title')} busy={newest.loading}>
      {newest.data !== undefined && report !== null ? (
        <NewestReport signed={newest.data} report={report} />
      ) : newest.error?.retCode === 1005 ? (
        <EmptyState icon="clock" title={t('owed.none')} text={t('owed.noneText')} />
      ) : newest.error ? (
        <ListError list={newest} />
      ) : (
        <div className={styles.inset}>
          <Skeleton width="100%" height={160} />
        </div>
      )}
    </Panel>
  )
}

type Row = {
  readonly asset: string
  readonly total: bigint
  readonly accrued: bigint
  readonly pools: bigint
}

const rowsOf = (report: Report): readonly Row[] =>
  report.assets.map((asset) => ({
    asset,
    total: report.totals.get(asset) ?? 0n,
    accrued: report.book.get(`accrued.${asset}`) ?? 0n,
    pools: asset === 'USDT' ? (report.book.get('pools.claims') ?? 0n) : 0n,
  }))

function NewestReport({ signed, report }: { signed: DataOf<'/api/trust/liabilities'>; report: Report }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const issues = bookIssues(report)
  const coins = report.assets.filter((asset) => asset !== 'USDT')
  return (
    <>
      <p className={styles.figure}>
        <b>{figures.amountText(formatDecimal(report.totals.get('USDT') ?? 0n, amountScale), 'floor')}</b> USDT
        {coins.length > 0 && (
          <span>
            {t('owed.coins')} {coins.join(', ')}
          </span>
        )}
      </p>
      <p className={styles.facts}>
        <span>
          {t('owed.report', {
            number: figures.whole(report.number),
            day: figures.day(dayStart(report.day) ?? report.time),
            time: figures.full(report.time),
          })}
        </span>
        <span>
          {t('owed.accounts', {
            accounts: figures.whole(report.customers),
            leaves: figures.whole(report.leaves),
          })}
        </span>
        <span>{t('owed.checks', { checks: figures.whole(signed.checks) })}</span>
      </p>
      <Totals report={report} />
      <p className={issues.length === 0 ? styles.sound : styles.broken}>
        <Icon name={issues.length === 0 ? 'check' : 'warning'} size={16} />
        {issues.length === 0
          ? t('owed.zero')
          : t('owed.off', { assets: [...new Set(issues.map(({ asset }) => asset))].join(', ') })}
      </p>
      <Holdings text={signed.text} report={report} />
      <SignedReport signed={signed} report={report} />
      <div className={styles.inset}>
        <HowToCheck text={t('owed.how')} call="/api/trust/liabilities" />
      </div>
    </>
  )
}

/** What is owed per asset, and of what it consists. */
function Totals({ report }: { report: Report }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const amount = (units: bigint): string => figures.amountText(formatDecimal(units, amountScale), 'floor', 8)
  return (
    <Table
      caption={t('owed.title')}
      rows={rowsOf(report)}
      rowKey={({ asset }) => asset}
      empty={null}
      columns={[
        { id: 'asset', head: t('owed.asset'), cell: ({ asset }) => <b>{asset}</b> },
        {
          id: 'total',
          head: t('owed.total'),
          align: 'right',
          cell: ({ total }) => <b>{amount(total)}</b>,
        },
        ...(site === 'phone'
          ? []
          : ([
              {
                id: 'own',
                head: t('owed.own'),
                align: 'right',
                cell: ({ total, accrued, pools }) => amount(total - accrued - pools),
              },
              {
                id: 'accrued',
                head: t('owed.accrued'),
                align: 'right',
                cell: ({ accrued }) => amount(accrued),
              },
              { id: 'pools', head: t('owed.pools'), align: 'right', cell: ({ pools }) => amount(pools) },
            ] satisfies Column<Row>[])),
      ]}
    />
  )
}

/** The signed text with its signature, to read and to save. */
function SignedReport({ signed, report }: { signed: DataOf<'/api/trust/liabilities'>; report: Report }) {
  const { t } = useTranslation('trust')
  return (
    <details className={styles.signed}>
      <summary>{t('owed.text')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{`${signed.text}\n\n${signed.signature}`}</pre>
      <div className={styles.tools}>
        <SaveText
          name={`${report.number}.json`}
          text={JSON.stringify({
            text: signed.text,
            signature: signed.signature,
            keyid: signed.keyid,
            hash: signed.hash,
          })}
          label={t('owed.saveReport')}
        />
        <a className={buttonClass({})} href="/.well-known/glasshouse-keys.json" download="keys.json">
          {t('owed.saveKeys')}
        </a>
      </div>
    </details>
  )
}
