import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { usdt } from '@glasshouse/core/money/units'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'
import { LimitMeter } from './LimitMeter.tsx'

/** Self-imposed limits with what today has come to, and the pause. */
export function LimitsSummary() {
  const { t } = useTranslation('mine')
  const limits = useQueryCall('/api/user/limits', {})
  return (
    <Panel
      title={t('limits.title')}
      aside={
        <Link href={paths.limits()} className={styles.link}>
          {t('change')}
        </Link>
      }
    >
      {limits.data ? (
        <Rows view={limits.data} />
      ) : limits.error ? (
        <ListError list={limits} />
      ) : (
        <Skeleton width="100%" height={140} />
      )}
    </Panel>
  )
}

function Rows({ view }: { view: LimitsView }) {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const result = usdt(view.resultToday)
  const rows = [
    {
      name: 'dailyLoss' as const,
      used: result < 0n ? -result : 0n,
      today: figures.amountText(view.resultToday, 'floor', 4, 'always'),
    },
    {
      name: 'deposit' as const,
      used: usdt(view.depositedToday),
      today: figures.amountText(view.depositedToday, 'ceil'),
    },
  ]
  return (
    <ul className={styles.rows}>
      {rows.map(({ name, used, today }) => {
        const limit = view[name]
        return (
          <li key={name} className={styles.fact}>
            <span className={styles.lineText}>
              {t(`limits.name.${name}`)}
              <span className={styles.small}>{t('limits.today', { amount: today })}</span>
            </span>
            <span className={styles.limit}>
              {limit === null ? t('limits.none') : `${figures.plain(limit)} USDT`}
              {limit !== null && <LimitMeter label={t(`limits.name.${name}`)} used={used} limit={limit} />}
            </span>
          </li>
        )
      })}
      <li className={styles.fact}>
        <span className={styles.lineText}>{t('limits.name.pauseUntil')}</span>
        <span className={styles.limit}>
          {view.pauseUntil === null
            ? t('pause.none')
            : t('pause.until', { time: figures.full(view.pauseUntil) })}
        </span>
      </li>
    </ul>
  )
}
