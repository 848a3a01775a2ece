import type { LoanTerms } from '@glasshouse/core/loans/codec'
import { dailyInterest, interestToDue, loanDueMs } from '@glasshouse/core/loans/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const hourMs = 3_600_000

/** Interest in money if the loan is kept to its due day, and its dates; the server's own functions. */
export function LoanCost({
  terms,
  amount,
  days,
  hasDates,
}: {
  terms: LoanTerms
  amount: Usdt | null
  days: number
  /** Whether the dates are stated here too. */
  hasDates: boolean
}) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const nowMs = useCalendarNow(60_000)
  const dueMs = loanDueMs(nowMs, days)
  const money = (units: Usdt | null) => (units === null ? '—' : `${figures.coins(units)} USDT`)
  const total = amount === null ? null : interestToDue(amount, terms.ratePpm, days)
  return (
    <DescriptionList
      items={[
        {
          id: 'day',
          label: t('interestDay'),
          value: money(amount === null ? null : dailyInterest(amount, terms.ratePpm)),
        },
        { id: 'interest', label: t('interestAll', { count: days }), value: money(total) },
        {
          id: 'owed',
          label: t('payBack'),
          value: money(amount === null || total === null ? null : sumUnits([amount, total])),
          total: true,
        },
        ...(hasDates
          ? [
              { id: 'due', label: t('due'), value: figures.full(dueMs) },
              { id: 'grace', label: t('graceEnd'), value: figures.full(dueMs + terms.graceHours * hourMs) },
            ]
          : []),
      ]}
    />
  )
}
