import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Invest.module.css'
import orderStyles from './Orders.module.css'
import { type DueItem, dueItems } from './orderPlan.ts'

/** Orders that end or are settled within the next 14 days, with what is paid then. */
export function Due({ orders }: { orders: readonly InvestOrder[] }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const items = dueItems(orders, useCalendarNow(1000))
  return (
    <section className={orderStyles.due} aria-label={t('history.due')}>
      <header className={styles.between}>
        <h2 className={styles.subheading}>{t('history.due')}</h2>
        {items.length > 0 && <span className={styles.caption}>{t('history.dueReserved')}</span>}
      </header>
      {items.length === 0 ? (
        <p className={styles.text}>{t('history.dueNone')}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.order.id}>
              <span>
                {figures.day(item.atMs)}, {figures.minute(item.atMs)}
              </span>
              <span>{t(wordsOf(item), { name: item.order.productName })}</span>
              <b>{figures.amount(item.amount, 'floor')}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const wordsOf = ({ kind, order }: DueItem) => {
  if (kind === 'redeemed') return 'history.dueRedeemed' as const
  if (order.kind === 'experience') return 'history.dueTrial' as const
  return order.method === 'compound' ? ('history.dueCompound' as const) : ('history.dueEnds' as const)
}
