import {
  type WithdrawalStatistics,
  withdrawalStatisticsFromWire,
} from '@glasshouse/core/trust/statistics/codec'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useDurations } from '../../components/trust/useDurations.ts'
import { usePercent } from '../../components/trust/usePercent.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'
import { useReasons } from './useReasons.ts'

/** What became of all withdrawals of 30 or 90 days, and how long they took. */
export function Withdrawals() {
  const { t } = useTranslation('trust')
  const list = useDecodedCall('/api/trust/withdrawStats', {}, withdrawalStatisticsFromWire)
  const [days, setDays] = useState(30)
  const stats = list.data?.find((span) => span.days === days)
  return (
    <Panel
      title={t('withdrawals.title')}
      inset
      busy={list.loading}
      beside={
        <SegmentedControl
          label={t('withdrawals.span')}
          options={[30, 90].map((value) => ({ value, label: t('withdrawals.days', { days: value }) }))}
          value={days}
          onChange={setDays}
        />
      }
    >
      <p className={styles.muted}>{t('withdrawals.text')}</p>
      {stats ? (
        <Known stats={stats} />
      ) : list.error ? (
        <ListError list={list} />
      ) : (
        <Skeleton width="100%" height={220} />
      )}
      <HowToCheck text={t('withdrawals.how')} call="/api/trust/withdrawStats" at={stats?.atMs} />
    </Panel>
  )
}

function Known({ stats }: { stats: WithdrawalStatistics }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const duration = useDurations()
  const percent = usePercent()
  const reason = useReasons()
  const times = [
    ['median', duration(stats.medianMinutes)],
    ['p95', duration(stats.p95Minutes)],
    ['overdue', percent(stats.overdue)],
    ['oldest', duration(stats.oldestMinutes)],
  ] as const
  const counts = ['sent', 'cancelled', 'waiting'] as const
  const rejected = Object.entries(stats.rejected)
  return (
    <>
      <dl className={styles.times}>
        {times.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`withdrawals.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`withdrawals.${name}`)}</dt>
            <dd>{figures.whole(stats[name])}</dd>
          </div>
        ))}
        <div>
          <dt>
            {t('withdrawals.rejected')}
            {rejected.length > 0 && (
              <small>{rejected.map(([name, n]) => ` · ${reason(name)} ${figures.whole(n)}`).join('')}</small>
            )}
          </dt>
          <dd>{figures.whole(rejected.reduce((sum, [, n]) => sum + n, 0))}</dd>
        </div>
        <div className={styles.total}>
          <dt>{t('withdrawals.asked')}</dt>
          <dd>{figures.whole(stats.asked)}</dd>
        </div>
      </dl>
      {stats.longWaits === null ? (
        <p className={styles.muted}>{t('withdrawals.few')}</p>
      ) : (
        <Waits shares={stats.longWaits} />
      )}
    </>
  )
}

/** Shares that waited longer than an hour, by the reason of waiting. */
function Waits({ shares }: { shares: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('trust')
  const labelled = useLabelled()
  const percent = usePercent()
  const reason = useReasons()
  const waits = Object.entries(shares).map(([name, share]) => `${reason(name)} ${percent(share)}`)
  return (
    <p className={styles.muted}>
      {labelled(t('withdrawals.longWaits'), waits.length === 0 ? percent('0') : waits.join(' · '))}
    </p>
  )
}
