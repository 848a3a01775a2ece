import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { DonutChart, RingLegend, type RingTone } from '@glasshouse/ui/DonutChart'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../components/formatters.ts'
import { permilleOf } from '../../components/holdings/holdings.ts'
import { useOrderSums, useRunningOrders } from '../../components/holdings/investOrders.ts'
import { useInvestSummary } from '../../components/holdings/investSummary.ts'
import { useAssets } from '../../components/holdings/useAssets.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { cutOwn } from '../../components/shown.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Countdown } from './Countdown.tsx'
import styles from './Invest.module.css'
import { InvestedChart } from './InvestedChart.tsx'
import orderStyles from './Orders.module.css'
import { methodOf } from './orderPlan.ts'
import { useIsStale } from './useInvest.ts'

/** What is invested and earned, every figure a sum of the orders below, and its share of all assets. */
export function Dashboard() {
  const { t } = useTranslation('invest')
  const summary = useInvestSummary()
  const isStale = useIsStale(summary)
  return (
    <Panel busy={summary.loading}>
      {isStale && (
        <p className={styles.stale} role="status">
          {t('stale')}
        </p>
      )}
      {summary.error && summary.data === undefined ? (
        <ListError list={summary} />
      ) : (
        <div className={orderStyles.dash}>
          <div>
            <Figures />
            <InvestedChart />
          </div>
          <Shares />
        </div>
      )}
    </Panel>
  )
}

function Figures() {
  const { t } = useTranslation(['invest', 'copy'])
  const figures = useFormatters()
  const { data } = useInvestSummary()
  const { holdings } = useAssets()
  const sums = useOrderSums()
  if (data === undefined || sums === null) return <Skeleton width="100%" height={48} />
  const gain = (units: Usdt): string => figures.amount(units, 'floor', 4, 'always')
  const rows = [
    {
      id: 'netWorth' as const,
      value: holdings === null ? '—' : figures.own(holdings.shown.equity),
      isGain: false,
    },
    { id: 'principal' as const, value: figures.amount(data.principal, 'floor'), isGain: false },
    ...(sums.copies > 0n
      ? [{ id: 'copies' as const, value: figures.amount(sums.copies, 'floor'), isGain: false }]
      : []),
    { id: 'accrued' as const, value: gain(sums.accrued), isGain: sums.accrued > 0n },
    { id: 'yesterday' as const, value: gain(sums.yesterday), isGain: sums.yesterday > 0n },
    { id: 'total' as const, value: gain(data.total), isGain: data.total > 0n },
    {
      id: 'next' as const,
      value: data.nextMs === null ? '—' : <Countdown until={data.nextMs} />,
      isGain: false,
    },
  ]
  return (
    <dl className={orderStyles.figures}>
      {rows.map(({ id, value, isGain }) => (
        <div key={id}>
          <dt>{id === 'copies' ? t('copy:order.total') : t(`history.${id}`)}</dt>
          <dd className={isGain ? orderStyles.gain : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const tones = { fixed: 1, compound: 2, copy: 3, other: 4 } as const satisfies Readonly<
  Record<string, RingTone>
>

/** Ring of the invested share. */
function Shares() {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { holdings } = useAssets()
  const orders = useRunningOrders()
  const sums = useOrderSums()
  if (holdings === null || orders.data === undefined || sums === null)
    return <Skeleton width="100%" height={220} />
  const sum = (of: (order: InvestOrder) => boolean): Usdt =>
    (orders.data ?? []).filter(of).reduce<bigint>((all, { principal }) => all + principal, 0n) as Usdt
  const fixed = sum((order) => methodOf(order) === 'fixed')
  const compound = sum((order) => methodOf(order) === 'compound')
  // Money that waits for its dealing has no units yet.
  const waiting = sum(({ state }) => state === 'waiting')
  const copy = cutOwn((sums.copies + waiting) as Usdt)
  // As printed beside it, so that the parts add up to the net worth.
  const total = holdings.shown.equity
  const invested = fixed + compound + copy
  const parts = [
    { id: 'fixed' as const, amount: fixed },
    { id: 'compound' as const, amount: compound },
    ...(copy > 0n ? [{ id: 'copy' as const, amount: copy }] : []),
    { id: 'other' as const, amount: total - invested },
  ]
  return (
    <div className={orderStyles.ring}>
      <DonutChart
        parts={parts.map(({ id, amount }) => ({
          id,
          permille: permilleOf(amount, total),
          tone: tones[id],
        }))}
      >
        <b>{figures.percent(total > 0n ? (invested * 10_000n) / total : 0n)}</b>
        {t('history.share')}
      </DonutChart>
      <DescriptionList
        items={parts.map(({ id, amount }) => ({
          id,
          label: (
            <span className={orderStyles.legend}>
              <RingLegend tone={tones[id]} />
              {id === 'other' ? t('history.other') : t(`method.${id}`)}
            </span>
          ),
          value: figures.amount(amount, 'floor'),
        }))}
      />
    </div>
  )
}
