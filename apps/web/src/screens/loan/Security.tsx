import { interestToDue, loanShare, ltvOf, ordersToPledge } from '@glasshouse/core/loans/rules'
import type { LoanTerms } from '@glasshouse/core/loans/wire'
import { formatDecimal, type Usdt, usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'
import { LtvBar } from './LtvBar.tsx'

/** The orders that an amount would pledge, and its loan to value now and on the due day; by the server's own rules. */
const pledgeOf = (terms: LoanTerms, amount: Usdt, days: number) => {
  const counted = terms.orders
    .filter(({ counts }) => counts)
    .map(({ id, value, endtime }) => ({ id, value: usdt(value), endsMs: endtime }))
  const pledged = ordersToPledge(counted, amount, loanShare(terms.score, terms.ltv)) ?? []
  const value = pledged.reduce((sum, order) => sum + order.value, 0n) as Usdt
  return {
    ids: new Set(pledged.map(({ id }) => id)),
    ltv: ltvOf(amount, value),
    dueLtv: ltvOf((amount + interestToDue(amount, terms.rate, days)) as Usdt, value),
  }
}

/** The customer's orders as security: what counts, what an amount would pledge, and its loan to value. */
export function Security({ terms, amount, days }: { terms: LoanTerms; amount: Usdt | null; days: number }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  if (terms.orders.length === 0) return null
  const { ids, ltv, dueLtv } =
    amount === null ? { ids: null, ltv: null, dueLtv: null } : pledgeOf(terms, amount, days)
  return (
    <Panel title={t('orders')} inset>
      {ltv !== null && (
        <LtvBar
          ltv={formatDecimal(ltv, 2)}
          dueLtv={dueLtv === null ? null : formatDecimal(dueLtv, 2)}
          call={terms.call}
          liquidation={terms.liquidation}
        />
      )}
      <ul className={styles.list}>
        {terms.orders.map((order) => (
          <li key={order.id} data-off={!order.counts || undefined}>
            <span>
              {order.typename} {ids?.has(order.id) && <Badge tone="brand">{t('willBePledged')}</Badge>}
              <small>
                {order.reason === null
                  ? t('endsAt', { time: figures.full(order.endtime) })
                  : t(`notCounted.${order.reason}`)}
              </small>
            </span>
            <span className={styles.end}>
              {figures.plain(order.counts ? order.value : '0')} USDT
              <small>{t('invested', { amount: figures.plain(order.buymoney) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
