import { applyForLoanToWire, type LoanTerms } from '@glasshouse/core/loans/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../components/formatters.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'
import { LoanCost } from './LoanCost.tsx'
import { LoanRules } from './LoanRules.tsx'

/** Cost, dates and what happens then, before a loan is asked for. */
export default function ConfirmLoan({
  terms,
  amount,
  days,
  isAuto,
  onClose,
}: {
  terms: LoanTerms
  amount: Usdt
  days: number
  isAuto: boolean
  onClose: () => void
}) {
  const { t } = useTranslation(['loan', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const apply = useMutation('/api/loan/applyLoan')
  const send = async () => {
    const done = await apply.run(applyForLoanToWire({ amount, days, isAutoRepaid: isAuto }))
    if (done === null) return
    showToast({ title: t('asked'), text: t('askedText') })
    reload('/api/loan/myLoan')
    onClose()
  }
  return (
    <CommandDialog
      title={t('confirm', { amount: figures.coins(amount) })}
      closeLabel={t('shell:close')}
      cancelLabel={t('back')}
      act={t('submit')}
      variant="primary"
      busy={apply.busy && t('busy')}
      problem={sentence(apply.error)}
      onAct={() => void send()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <LoanCost terms={terms} amount={amount} days={days} hasDates />
        <LoanRules terms={terms} />
      </div>
    </CommandDialog>
  )
}
