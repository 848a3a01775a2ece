import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../components/formatters.ts'
import { useInvestProduct } from '../../data/investProducts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Invest.module.css'
import { isRunning, methodOf, principalOf } from './orderPlan.ts'
import { useRateText } from './Rates.tsx'

/** Terms of the order as they were sold, with sums that add up to what was promised. */
export function OrderFacts({ order, planned }: { order: InvestOrder; planned: Usdt }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  const product = useInvestProduct(order.productId)
  const time = useTimeItems(order)
  const method = methodOf(order)
  const days = t('days', { count: order.days, days: figures.whole(order.days) })
  const sum = t('order.promisedSum', {
    booked: figures.amount(order.accrued, 'floor', 8),
    planned: figures.amount(planned, 'floor', 8),
    promised: figures.amount(order.promised, 'floor', 8),
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
        method === null ? t('method.copy') : `${t(`method.${method}`)} · ${rateText(order.rate)}, ${days}`,
    },
    {
      id: 'promised',
      label: t('order.promised'),
      value: `${figures.amount(order.promised, 'floor', 8)} USDT`,
      working: order.state === 'running' && <span className={styles.caption}>{sum}</span>,
    },
    ...time,
  ]
  const source = product.data?.texts.source
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
const useTimeItems = (order: InvestOrder): readonly DescriptionItem[] => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const isOpen = order.redeemableMs < order.endsMs
  if (isRunning(order))
    return [
      { id: 'ends', label: t('order.principalBack'), value: figures.full(order.endsMs) },
      {
        id: 'redeemable',
        label: t('order.redeemable'),
        value: isOpen ? t('order.from', { date: figures.full(order.redeemableMs) }) : t('order.never'),
      },
    ]
  return [
    { id: 'fee', label: t('order.feeTaken'), value: `${figures.amount(order.fee, 'ceil', 8)} USDT` },
    {
      id: 'payout',
      label: t('order.paidOut'),
      value: `${figures.amount(order.payout, 'floor', 8)} USDT`,
      total: true,
    },
  ]
}
