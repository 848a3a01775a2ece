import { Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useDurations } from '../../components/trust/useDurations.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'
import { useReasons } from './useReasons.ts'

/** Locks of accounts and legal holds of withdrawals of 30 and 90 days. */
export function Restrictions() {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const duration = useDurations()
  const reason = useReasons()
  const stats = useQueryCall('/api/trust/houseStats', {})
  const rows = stats.data && [
    ...stats.data.locks.map((row) => ({ kind: 'lock' as const, ...row })),
    ...stats.data.holds.map((row) => ({ kind: 'hold' as const, ...row })),
  ]
  const durations = [
    { id: 'median', of: 'medianMinutes' },
    { id: 'p95', of: 'p95Minutes' },
  ] as const
  return (
    <Panel title={t('restrictions.title')} busy={stats.loading}>
      <p className={styles.facts}>{t('restrictions.text')}</p>
      <Table
        caption={t('restrictions.title')}
        rows={rows}
        skeletonRows={4}
        rowKey={({ kind, days }) => `${kind} ${days}`}
        empty={null}
        failed={stats.error && rows === undefined ? <ListError list={stats} /> : undefined}
        columns={[
          {
            id: 'kind',
            head: t('restrictions.kind'),
            cell: ({ kind, days, reasons }) => (
              <>
                {t(`restrictions.${kind}`)}, {t('withdrawals.days', { days })}
                {kind === 'lock' && Object.keys(reasons).length > 0 && (
                  <small className={styles.reasons}>
                    {Object.entries(reasons)
                      .map(([name, n]) => `${reason(name)} ${figures.whole(n)}`)
                      .join(' · ')}
                  </small>
                )}
              </>
            ),
          },
          {
            id: 'begun',
            head: t('restrictions.begun'),
            align: 'right',
            cell: ({ begun }) => figures.whole(begun),
          },
          {
            id: 'running',
            head: t('restrictions.running'),
            align: 'right',
            cell: ({ running }) => figures.whole(running),
          },
          ...(site === 'phone' ? [] : durations).map(({ id, of }) => ({
            id,
            head: t(`withdrawals.${id}`),
            align: 'right' as const,
            cell: (row: NonNullable<typeof rows>[number]) => duration(row[of]),
          })),
        ]}
      />
      <div className={styles.inset}>
        <HowToCheck text={t('restrictions.how')} call="/api/trust/houseStats" at={stats.data?.at} />
      </div>
    </Panel>
  )
}
