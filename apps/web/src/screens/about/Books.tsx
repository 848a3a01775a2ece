import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { earnings } from '../../components/trust/earnings.ts'
import { ReserveBar } from '../../components/trust/ReserveBar.tsx'
import { groupReserves } from '../../components/trust/reserves.ts'
import { usePercent } from '../../components/trust/usePercent.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './About.module.css'

/** Reserves that promises are paid from. */
const shown = ['trading', 'interest', 'optionEscrow', 'insurance'] as const

/** Reserves with what must stay in them, and what was earned of whom; all of it is on the trust page. */
export function Books() {
  const { t } = useTranslation(['site', 'trust'])
  const stats = useQueryCall('/api/trust/houseStats', {})
  if (stats.data === undefined)
    return (
      <Panel title={t('about.reserves')} inset busy={stats.loading}>
        {stats.error ? <ListError list={stats} /> : <Skeleton width="100%" height={360} />}
      </Panel>
    )
  return (
    <div className={styles.books}>
      <Reserves reserves={stats.data.reserves} />
      <Earned year={stats.data.year} />
    </div>
  )
}

type Stats = NonNullable<ReturnType<typeof useQueryCall<'/api/trust/houseStats'>>['data']>

function Reserves({ reserves }: Pick<Stats, 'reserves'>) {
  const { t } = useTranslation(['site', 'trust'])
  const figures = useFormatters()
  const groups = groupReserves(reserves)
  return (
    <Panel
      title={t('about.reserves')}
      inset
      beside={<span className={styles.note}>{t('about.reservesNote')}</span>}
    >
      {shown.flatMap((name) => {
        const group = groups.find((one) => one.name === name)
        if (group === undefined) return []
        return [
          <div key={name} className={styles.reserve}>
            <span>
              {t(`trust:reserves.names.${name}`)}
              <b>{figures.amount(group.balance, 'floor')}</b>
            </span>
            <ReserveBar {...group} />
          </div>,
        ]
      })}
      <p className={styles.check}>
        <Link href={`${paths.trust()}#reserves`}>{t('about.check')}</Link>
      </p>
    </Panel>
  )
}

/** Share of fees in what was earned, in percent; null when one of the two is a loss. */
const feeShare = (fees: bigint, counterparty: bigint): number | null =>
  fees <= 0n || counterparty < 0n
    ? null
    : Number.parseInt(((fees * 100n) / (fees + counterparty)).toString(), 10)

function Earned({ year }: Pick<Stats, 'year'>) {
  const { t } = useTranslation(['site', 'trust'])
  const figures = useFormatters()
  const percent = usePercent()
  const lines = earnings(year)
  const sum = (prefix: 'fee' | 'as'): bigint =>
    lines.filter(({ name }) => name.startsWith(prefix)).reduce((total, { units }) => total + units, 0n)
  const [fees, counterparty] = [sum('fee'), sum('as')]
  const share = feeShare(fees, counterparty)
  const amount = (units: bigint): string => figures.amountText(formatDecimal(units, amountScale), 'floor')
  const { all } = year.lossRate
  return (
    <Panel
      title={t('about.earn')}
      inset
      beside={<span className={styles.note}>{t('trust:result.span')}, USDT</span>}
    >
      {share !== null && (
        <span className={styles.shares} aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
      )}
      <dl className={styles.earned}>
        <dt>{t('about.earnFees')}</dt>
        <dd>{amount(fees)}</dd>
        <dt>{t('about.earnCounterparty')}</dt>
        <dd>{amount(counterparty)}</dd>
      </dl>
      <p className={styles.lost}>
        <Icon name="warning" size={16} />
        <span>
          {all.share === null
            ? t('about.lostFew', { lost: figures.whole(all.lost), customers: figures.whole(all.customers) })
            : t('about.lost', { share: percent(all.share) })}{' '}
          {!year.whole && year.since !== null && t('trust:result.short', { day: figures.full(year.since) })}
        </span>
      </p>
    </Panel>
  )
}
