import type { DataOf } from '@glasshouse/core/calls'
import { usdt } from '@glasshouse/core/money/units'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { ReserveBar } from '../../components/trust/ReserveBar.tsx'
import { groupReserves } from '../../components/trust/reserves.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

/** The reserves, each with its floor, and what is owed beyond them. */
export function Reserves() {
  const { t } = useTranslation('trust')
  const stats = useQueryCall('/api/trust/houseStats', {})
  return (
    <Panel title={t('reserves.title')} inset busy={stats.loading}>
      <p className={styles.muted}>{t('reserves.text')}</p>
      {stats.data ? (
        <Known stats={stats.data} />
      ) : stats.error ? (
        <ListError list={stats} />
      ) : (
        <Skeleton width="100%" height={380} />
      )}
      <HowToCheck text={t('reserves.how')} call="/api/trust/houseStats" at={stats.data?.at} />
    </Panel>
  )
}

function Known({ stats }: { stats: DataOf<'/api/trust/houseStats'> }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const groups = groupReserves(stats.reserves)
  const total = groups.reduce((sum, { balance }) => sum + balance, 0n)
  const figure = (units: bigint): string => figures.amount(units, 'floor')
  return (
    <>
      <ul className={styles.reserves}>
        {groups.map(({ name, balance, floor, missing }) => (
          <li key={name}>
            <span className={styles.line}>
              <b>{t(`reserves.names.${name}`)}</b>
              <b>{figure(balance)}</b>
            </span>
            {floor > 0n && <ReserveBar balance={balance} floor={floor} />}
            <span className={styles.muted}>
              {floor === 0n
                ? t('reserves.noFloor')
                : missing > 0n
                  ? t('reserves.below', { floor: figure(floor), missing: figures.amount(missing, 'ceil') })
                  : t('reserves.floor', { floor: figure(floor), free: figure(balance - floor) })}
            </span>
          </li>
        ))}
        <li>
          <span className={styles.line}>
            <b>{t('reserves.total')}</b>
            <b>{figure(total)}</b>
          </span>
        </li>
      </ul>
      <p className={usdt(stats.owed) === 0n ? styles.sound : styles.broken}>
        <Icon name={usdt(stats.owed) === 0n ? 'check' : 'warning'} size={16} />
        {usdt(stats.owed) === 0n
          ? t('reserves.noDebt')
          : t('reserves.owed', { amount: figures.amountText(stats.owed, 'ceil') })}
      </p>
    </>
  )
}
