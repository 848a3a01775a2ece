import { usdt } from '@glasshouse/core/money/units'
import { withdrawalFeePercent } from '@glasshouse/core/withdrawals/rules'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import type { ReactNode } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { hoursAndMinutes } from '../../../components/hoursAndMinutes.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import type { Quote, WithdrawalView } from './plan.ts'

/** Text in place of a calculation. */
const textCell = (text: ReactNode) => <span className={money.text}>{text}</span>

type Costs = NonNullable<WithdrawalView['costs']>

/** Fee and net amount, with their calculations. */
export const useCosts = () => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  return ({ price, tax, net }: Costs) => {
    const percent = `${figures.whole(withdrawalFeePercent)}%`
    const isFree = usdt(tax) === 0n
    return [
      {
        id: 'fee',
        label: t('withdraw.fee'),
        value: `${figures.amountText(tax, 'ceil')} USDT`,
        working: isFree ? (
          textCell(t('withdraw.noFee'))
        ) : (
          <Calculation sum={`${figures.plain(price)} × ${percent}`} />
        ),
      },
      {
        id: 'net',
        label: t('withdraw.net'),
        value: `${figures.amountText(net, 'floor')} USDT`,
        working: <Calculation sum={`${figures.plain(price)} − ${figures.plain(tax)}`} />,
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
  quote: Quote
  /** The quote for the typed amount, which says how many managers must approve. */
  priced: Quote | null
  costs: Costs | null
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const costRows = useCosts()
  const { cap, deadlineInMs, reason } = quote
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
            value: cap === null ? t('withdraw.noCap') : `${figures.plain(cap)} USDT`,
            ...(cap === null ? {} : { working: textCell(t('withdraw.capWhy')) }),
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
            working: isReason(reason) ? textCell(t(`reason.${reason}`)) : undefined,
          },
        ]}
      />
      <p className={money.text}>{t('withdraw.productRule')}</p>
    </>
  )
}

const reasons = [
  'new_address',
  'changed_password',
  'changed_address',
  'new_device',
  'amount_review',
  'network_congestion',
  'legal_order',
  'new_account',
] as const

/** Whether a reason is known. An unknown reason of a newer server is not shown. */
export const isReason = (text: string): text is (typeof reasons)[number] =>
  reasons.some((known) => known === text)
