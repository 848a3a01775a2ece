import type { OwnLineIssue } from '@glasshouse/core/trust/liabilities/ownLines'
import { Icon } from '@glasshouse/ui/Icon'
import { Table } from '@glasshouse/ui/Table'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import type { OwnLines as Compared } from '../../data/ownLines.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

type Line = Compared['answer']['lines'][number]
/** A part, or where an asset has several, their sum. */
type Row = Omit<Line, 'source'> & { readonly source: Line['source'] | null }

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, units) => sum + units, 0n)

/** The parts by asset, behind those of an asset with several their sum. */
const rowsOf = (lines: readonly Line[]): readonly Row[] =>
  [...Map.groupBy(lines, ({ asset }) => asset)].flatMap(([asset, parts]): readonly Row[] => [
    ...parts,
    ...(parts.length < 2
      ? []
      : [
          {
            ...{ source: null, asset, entries: null },
            reported: sumOf(parts.map(({ reported }) => reported)),
            change: sumOf(parts.map(({ change }) => change)),
            now: sumOf(parts.map(({ now }) => now)),
          },
        ]),
  ])

/** What the proven balances consist of, what moved since the report, and whether that is what the wallets show. */
export function OwnLines({ compared: { answer, issues } }: { compared: Compared }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const amount = (units: bigint): string => figures.amount(units, 'floor', 8)
  const change = ({ change: units }: Row): string => `${units > 0n ? '+' : ''}${amount(units)}`
  const entries = ({ entries: count }: Row) =>
    count === null || count === 0 ? null : (
      <small className={styles.because}>{t('lines.entries', { count, figure: figures.whole(count) })}</small>
    )
  const inWeight = (source: Row['source'], text: string) => (source === null ? <b>{text}</b> : text)
  const isPhone = site === 'phone'
  return (
    <Panel title={t('lines.title')}>
      <Table
        caption={t('lines.title')}
        rows={rowsOf(answer.lines)}
        rowKey={({ source, asset }) => `${source ?? 'sum'} ${asset}`}
        empty={null}
        columns={[
          {
            id: 'source',
            head: t('lines.source'),
            cell: (line) => (
              <>
                {line.source === null ? t('result.total') : <b>{t(`lines.of.${line.source}`)}</b>}{' '}
                {line.asset}
                {isPhone && entries(line)}
              </>
            ),
          },
          {
            id: 'reported',
            head: t('lines.reported', { number: figures.whole(answer.number) }),
            align: 'right',
            cell: ({ source, reported }) => inWeight(source, amount(reported)),
          },
          {
            id: 'change',
            head: t('lines.change'),
            align: 'right',
            cell: (line) => (
              <>
                {inWeight(line.source, change(line))}
                {!isPhone && entries(line)}
              </>
            ),
          },
          ...(isPhone
            ? []
            : [
                {
                  id: 'now',
                  head: t('lines.now'),
                  align: 'right' as const,
                  cell: ({ source, now }: Row) => inWeight(source, amount(now)),
                },
              ]),
        ]}
      />
      <div role="status">
        {issues.length === 0 ? (
          <p className={styles.sound}>
            <Icon name="check" size={16} />
            {t('lines.sound')}
          </p>
        ) : (
          issues.map((issue) => (
            <Broken key={`${issue.check} ${issue.source} ${issue.asset}`} issue={issue} />
          ))
        )}
      </div>
      <div className={styles.inset}>
        <p className={styles.journal}>
          <Link href={paths.journal({ type: 'all' })}>{t('lines.journal')}</Link>
        </p>
        <HowToCheck text={t('lines.how')} call="/api/trust/proofLines" at={answer.madeMs} />
      </div>
    </Panel>
  )
}

function Broken({ issue: { check, source, asset, expected, found } }: { issue: OwnLineIssue }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const amount = (units: bigint): string => `${figures.amount(units, 'floor', 8)} ${asset}`
  return (
    <p className={styles.broken}>
      <Icon name="warning" size={16} />
      {t(`lines.broken.${check}`, {
        source: source === null ? '' : t(`lines.of.${source}`),
        ...{ expected: amount(expected), found: amount(found) },
      })}
    </p>
  )
}
