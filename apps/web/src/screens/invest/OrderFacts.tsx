import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import type { Usdt } from '@glasshouse/core/money/units'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../components/formatters.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Invest.module.css'
import { isRunning, methodOf, principalOf, rateOf } from './orderPlan.ts'
import { useRateText } from './Rates.tsx'

/** Terms of the order as they were sold, with sums that add up to what was promised. */
export function OrderFacts({ order, planned }: { order: InvestOrderRow; planned: Usdt }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  const product = useQueryCall('/api/invest/productDetail', { id: order.typeid })
  const time = useTimeItems(order)
  const method = methodOf(order)
  const days = t('days', { count: order.freezedate, days: figures.whole(order.freezedate) })
  const sum = t('order.promisedSum', {
    booked: figures.amountText(order.profit, 'floor', 8),
    planned: figures.amount(planned, 'floor', 8),
    promised: figures.amountText(order.promised, 'floor', 8),
  })
  const items: readonly DescriptionItem[] = [
    {
      id: 'principal',
      label: t('confirm.principal'),
      value: `${figures.amount(principalOf(order), 'floor')} USDT`,
    },
    {
      id: 'rate',
      label: t('order.rate'),
      value:
        method === null ? t('method.copy') : `${t(`method.${method}`)} · ${rateText(rateOf(order))}, ${days}`,
    },
    {
      id: 'promised',
      label: t('order.promised'),
      value: `${figures.amountText(order.promised, 'floor', 8)} USDT`,
      working: order.state === 'running' && <span className={styles.caption}>{sum}</span>,
    },
    ...time,
  ]
  const source = product.data?.detail.source
  return (
    <DescriptionList
      items={
        source === undefined
          ? items
          : [
              ...items,
              {
                id: 'source',
                label: t('source'),
                value: '',
                working: <span className={styles.text}>{source}</span>,
              },
            ]
      }
    />
  )
}

/** When the principal returns and redemption opens, or what the end moved. */
const useTimeItems = (order: InvestOrderRow): readonly DescriptionItem[] => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const isOpen = order.returntime < order.endtime
  if (isRunning(order))
    return [
      { id: 'ends', label: t('order.principalBack'), value: figures.full(order.endtime) },
      {
        id: 'redeemable',
        label: t('order.redeemable'),
        value: isOpen ? t('order.from', { date: figures.full(order.returntime) }) : t('order.never'),
      },
    ]
  return [
    { id: 'fee', label: t('order.feeTaken'), value: `${figures.amountText(order.fee, 'ceil', 8)} USDT` },
    {
      id: 'payout',
      label: t('order.paidOut'),
      value: `${figures.amountText(order.payout, 'floor', 8)} USDT`,
      total: true,
    },
  ]
}
