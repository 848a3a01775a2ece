import type { LoanTerms } from '@glasshouse/core/loans/codec'
import {
  dailyInterest,
  loanDueMs,
  loanShare,
  ltvOf,
  ordersToPledge,
  plannedLtv,
} from '@glasshouse/core/loans/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'
import { LtvBar } from './LtvBar.tsx'
import { LtvPlot } from './LtvPlot.tsx'

/** The orders that an amount would pledge, and its loan to value now and on the due day; by the server's own rules. */
const pledgeOf = (terms: LoanTerms, amount: Usdt, days: number) => {
  const counted = terms.orders.filter(({ reason }) => reason === null)
  const pledged = ordersToPledge(counted, amount, loanShare(terms.score, terms.ltvPercent)) ?? []
  const value = sumUnits(pledged.map((order) => order.value))
  // The interest of the first day is owed from the payout on.
  const owed = { principal: amount, interest: dailyInterest(amount, terms.ratePpm) }
  return {
    ids: new Set(pledged.map(({ id }) => id)),
    ltv: ltvOf(amount, value),
    dueLtv: plannedLtv(owed, terms.ratePpm, value, days - 1),
  }
}

/** The customer's orders as security: what counts, what an amount would pledge, and its loan to value. */
export function Security({ terms, amount, days }: { terms: LoanTerms; amount: Usdt | null; days: number }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const nowMs = useCalendarNow(60_000)
  if (terms.orders.length === 0) return null
  const { ids, ltv, dueLtv } =
    amount === null ? { ids: null, ltv: null, dueLtv: null } : pledgeOf(terms, amount, days)
  return (
    <Panel title={t('orders')} inset>
      {ltv !== null && (
        <div className={styles.cover}>
          <LtvBar ltv={ltv} dueLtv={dueLtv} call={terms.callPercent} liquidation={terms.liquidationPercent} />
          {dueLtv !== null && (
            <LtvPlot
              recorded={[]}
              planned={[
                { atMs: nowMs, ltv },
                { atMs: loanDueMs(nowMs, days), ltv: dueLtv },
              ]}
              call={terms.callPercent}
              liquidation={terms.liquidationPercent}
            />
          )}
        </div>
      )}
      <ul className={styles.list}>
        {terms.orders.map((order) => (
          <li key={order.id} data-off={order.reason !== null || undefined}>
            <span>
              {order.productName} {ids?.has(order.id) && <Badge tone="brand">{t('willBePledged')}</Badge>}
              <small>
                {order.reason === null
                  ? t('endsAt', { time: figures.full(order.endsMs) })
                  : t(`notCounted.${order.reason}`)}
              </small>
            </span>
            <span className={styles.end}>
              {figures.coins(order.reason === null ? order.value : 0n)} USDT
              <small>{t('invested', { amount: figures.coins(order.principal) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
