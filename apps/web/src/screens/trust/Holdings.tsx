import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, divide, formatDecimal } from '@glasshouse/core/money/units'
import { noneProven, type Report, sumHoldings } from '@glasshouse/core/trust/liabilities/report'
import { Icon } from '@glasshouse/ui/Icon'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { usePercent } from '../../components/trust/usePercent.ts'
import { useHoldingDifferences } from '../../data/holdings.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { HowToCheck } from './HowToCheck.tsx'
import { SaveText } from './SaveText.tsx'
import { shortHash } from './shortHash.ts'
import styles from './Trust.module.css'

type Row = DataOf<'/api/trust/holdings'>[number]

const networkNames: Readonly<Record<number, string>> = { 1001: 'Ethereum', 1002: 'TRON' }

/** Holdings beside what is owed, as far as a report states them; nothing where none are proven. */
export function Holdings({ text, report }: { text: string; report: Report }) {
  return report.holdings === noneProven ? null : <ProvenHoldings text={text} report={report} />
}

function ProvenHoldings({ text, report }: { text: string; report: Report }) {
  const { t } = useTranslation('trust')
  const list = useQueryCall('/api/trust/holdings', { number: report.number })
  return (
    <section className={styles.holdings} aria-labelledby="holdings">
      <h3 id="holdings">{t('holdings.title')}</h3>
      <Coverage report={report} />
      <p className={styles.muted}>{t('holdings.note')}</p>
      <Addresses rows={list.data} failed={list.error ? <ListError list={list} /> : undefined} />
      <div role="status">
        <Verdict text={text} rows={list.data} />
      </div>
      {list.data !== undefined && (
        <div className={styles.tools}>
          <SaveText
            name={`${report.number}.holdings.json`}
            text={JSON.stringify(list.data)}
            label={t('holdings.save')}
          />
        </div>
      )}
      <HowToCheck text={t('holdings.how')} call="/api/trust/holdings" />
    </section>
  )
}

/** Holdings ÷ total of each asset, rounded down to four decimals. */
function Coverage({ report }: { report: Report }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const percent = usePercent()
  return [...(sumHoldings(report.holdings) ?? [])].map(([asset, units]) => {
    const held = figures.amountText(formatDecimal(units, amountScale), 'floor')
    const total = report.totals.get(asset) ?? 0n
    const share = total === 0n ? null : formatDecimal(divide(units * 10_000n, total, 'floor'), 4)
    return (
      <p key={asset} className={styles.coverage}>
        {share === null
          ? t('holdings.held', { held, asset })
          : t('holdings.covers', { held, asset, share: percent(share) })}
      </p>
    )
  })
}

function Addresses({ rows, failed }: { rows: readonly Row[] | undefined; failed: React.ReactNode }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  return (
    <Table
      caption={t('holdings.title')}
      rows={rows}
      rowKey={({ network, address }) => `${network} ${address}`}
      empty={null}
      failed={failed}
      columns={[
        {
          id: 'address',
          head: t('holdings.address'),
          cell: ({ address }) => (
            <code title={address}>{site === 'phone' ? shortHash(address) : address}</code>
          ),
        },
        {
          id: 'network',
          head: t('holdings.network'),
          cell: ({ network }) => networkNames[network] ?? String(network),
        },
        {
          id: 'amount',
          head: t('holdings.amount'),
          align: 'right',
          cell: ({ amount, asset }) => `${figures.amountText(amount, 'floor', 8)} ${asset}`,
        },
        ...(site === 'phone'
          ? []
          : ([
              {
                id: 'block',
                head: t('holdings.block'),
                align: 'right',
                cell: ({ block }) => figures.whole(block),
              },
            ] satisfies Column<Row>[])),
      ]}
    />
  )
}

function Verdict({ text, rows }: { text: string; rows: readonly Row[] | undefined }) {
  const { t } = useTranslation('trust')
  const found = useHoldingDifferences(text, rows)
  if (rows === undefined) return null
  if (found === null) return <p className={styles.muted}>{t('holdings.checking')}</p>
  const isSound = found.length === 0
  return (
    <>
      <p className={isSound ? styles.sound : styles.broken}>
        <Icon name={isSound ? 'check' : 'warning'} size={16} />
        {t(isSound ? 'holdings.sound' : 'holdings.broken')}
      </p>
      {!isSound && (
        <ul className={styles.text} lang="en">
          {found.map(({ at, reason }) => (
            <li key={`${at} ${reason}`}>
              <b>{at}</b> {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
