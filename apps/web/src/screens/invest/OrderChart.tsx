import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../components/formatters.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { BarLegend, type DayBar, DayBars } from './DayBars.tsx'
import styles from './Invest.module.css'
import type { PlannedDay } from './orderPlan.ts'

/** Earnings of an order by day: booked, still to come, and given up. */
export function OrderChart({
  order,
  plan,
  ready,
}: {
  order: InvestOrder
  plan: readonly PlannedDay[]
  /** The number of booked accruals is known. */
  ready: boolean
}) {
  const { t } = useTranslation('invest')
  const labelled = useLabelled()
  const figures = useFormatters()
  if (!ready)
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height={120} />
      </div>
    )
  const bars = plan.map(
    ({ day, atMs, interest, state }): DayBar => ({
      id: day,
      amount: interest,
      tone: state,
      title: figures.day(atMs - 1),
      text: `${figures.amount(interest, 'floor', 8)} · ${t(stateKey(order, state))}`,
    }),
  )
  const tones = (['booked', 'planned', 'givenUp'] as const).filter((tone) =>
    plan.some(({ state }) => state === tone),
  )
  const [first, last] = [plan[0], plan.at(-1)]
  if (first === undefined || last === undefined) return null
  const highest = plan.reduce((most, { interest }) => (interest > most ? interest : most), first.interest)
  return (
    <section className={styles.stack} aria-label={t('order.earnings')}>
      <div className={styles.between}>
        <h3 className={styles.subheading}>{t('order.earnings')}</h3>
        <BarLegend items={tones.map((tone) => ({ tone, text: t(stateKey(order, tone)) }))} />
      </div>
      <DayBars
        low
        label={labelled(t('order.earnings'), `${figures.amount(order.accrued, 'floor', 8)} USDT`)}
        bars={bars}
        marks={[figures.amount(highest, 'floor'), figures.amount(highest / 2n, 'floor'), '0']}
        ends={[figures.day(first.atMs - 1), figures.day(last.atMs - 1)]}
      />
    </section>
  )
}

/** Label of a day's state; a compound order credits interest to the order and pays it at the end. */
const stateKey = (order: InvestOrder, state: PlannedDay['state']) =>
  state === 'booked'
    ? order.method === 'compound'
      ? ('order.credited' as const)
      : ('order.booked' as const)
    : state === 'planned'
      ? ('order.planned' as const)
      : ('order.givenUp' as const)
