import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalQuote } from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalPlan } from '@glasshouse/core/withdrawals/judge'
import { withdrawalFeePercent } from '@glasshouse/core/withdrawals/rules'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import type { ReactNode } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { hoursAndMinutes } from '../../../components/hoursAndMinutes.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'

/** Text in place of a calculation. */
const textCell = (text: ReactNode) => <span className={money.text}>{text}</span>

/** Fee and net amount, with their calculations. */
export const useCosts = () => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  return ({ amount, fee, net }: WithdrawalPlan) => {
    const percent = `${figures.whole(withdrawalFeePercent)}%`
    const exact = (units: Usdt): string => figures.plain(formatUsdt(units))
    return [
      {
        id: 'fee',
        label: t('withdraw.fee'),
        value: `${figures.amount(fee, 'ceil')} USDT`,
        working:
          fee === 0n ? textCell(t('withdraw.noFee')) : <Calculation sum={`${exact(amount)} × ${percent}`} />,
      },
      {
        id: 'net',
        label: t('withdraw.net'),
        value: `${figures.amount(net, 'floor')} USDT`,
        working: <Calculation sum={`${exact(amount)} − ${exact(fee)}`} />,
        total: true,
      },
    ]
  }
}

/** Terms of a withdrawal, updated during input: fee, net amount, daily limit, deadline, and review. */
export function Terms({
  quote,
  priced,
  costs,
}: {
  quote: WithdrawalQuote
  /** The quote for the typed amount, which says how many managers must approve. */
  priced: WithdrawalQuote | null
  costs: WithdrawalPlan | null
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const costRows = useCosts()
  const { capLeft, deadlineInMs, reason } = quote
  const approvals = (priced ?? quote).approvals
  const unknown = [
    { id: 'fee', label: t('withdraw.fee'), value: '—', working: textCell(t('withdraw.feeRule')) },
    { id: 'net', label: t('withdraw.net'), value: '—', total: true },
  ]
  return (
    <>
      <DescriptionList items={costs === null ? unknown : costRows(costs)} />
      <DescriptionList
        items={[
          {
            id: 'cap',
            label: t('withdraw.cap'),
            value: capLeft === null ? t('withdraw.noCap') : `${figures.plain(formatUsdt(capLeft))} USDT`,
            ...(capLeft === null ? {} : { working: textCell(t('withdraw.capWhy')) }),
          },
          {
            id: 'deadline',
            label: t('withdraw.deadline'),
            value: t('withdraw.within', { hours: figures.whole(hoursAndMinutes(deadlineInMs).hours) }),
            working: textCell(t('withdraw.deadlineWhy')),
          },
          {
            id: 'who',
            label: t('withdraw.who'),
            value: t('withdraw.managers', { count: approvals }),
            working: reason === null ? undefined : textCell(t(`reason.${reason}`)),
          },
        ]}
      />
      <p className={money.text}>{t('withdraw.productRule')}</p>
    </>
  )
}
