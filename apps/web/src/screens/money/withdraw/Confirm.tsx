import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import {
  requestedWithdrawalFromWire,
  requestWithdrawalToWire,
  type WithdrawalQuote,
} from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalPlan } from '@glasshouse/core/withdrawals/judge'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { hoursAndMinutes } from '../../../components/hoursAndMinutes.ts'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import { useCosts } from './Terms.tsx'
import styles from './Withdraw.module.css'

const wrongPassword = 1007

/** Requests the withdrawal and refreshes all lists that show it. */
const useWithdrawal = (method: WithdrawalMethod, amount: Usdt, remark: string) => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const sentence = useSentence()
  const withdraw = useMutation('/api/pay/withdraw')
  const refusal = sentence(withdraw.error)
  const isWrong = withdraw.error?.retCode === wrongPassword
  return {
    busy: withdraw.busy,
    forget: withdraw.forget,
    wrongPassword: isWrong ? refusal : undefined,
    problem: isWrong ? undefined : refusal,
    send: async (withdrawPassword: string): Promise<boolean> => {
      const command = { method, amount, note: remark.trim(), withdrawPassword }
      const answer = await withdraw.run(requestWithdrawalToWire(command))
      if (answer === null) return false
      const { net } = requestedWithdrawalFromWire(answer)
      showToast({
        title: t('confirm.done'),
        text: t('confirm.doneText', { net: figures.amount(net, 'floor') }),
      })
      return true
    },
  }
}

/** Confirmation with the exact effect and the withdrawal password. Load it lazily. */
export default function Confirm({
  way,
  quote,
  costs,
  remark,
  onClose,
  onDone,
}: {
  way: WithdrawalMethod
  quote: WithdrawalQuote
  costs: WithdrawalPlan
  remark: string
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation(['money', 'account', 'shell'])
  const figures = useFormatters()
  const formId = useId()
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const withdrawal = useWithdrawal(way, costs.amount, remark)
  const amount = figures.plain(formatUsdt(costs.amount))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (password !== '' && (await withdrawal.send(password))) onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('confirm.ask', { amount })}
      description={t('confirm.text', { amount, destination: quote.destination ?? '' })}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={withdrawal.busy && t('confirm.busy')}>
            {t('confirm.yes', { amount })}
          </Button>
        </>
      }
    >
      <form id={formId} className={money.form} onSubmit={submit} noValidate>
        <Consequence quote={quote} costs={costs} />
        <PasswordField
          label={t('account:withdrawPassword.title')}
          value={password}
          onChange={(text) => {
            setPassword(text)
            withdrawal.forget()
          }}
          error={isSubmitted && password === '' ? t('confirm.password') : withdrawal.wrongPassword}
        />
        {withdrawal.problem && <FieldError>{withdrawal.problem}</FieldError>}
      </form>
    </Dialog>
  )
}

function Consequence({ quote, costs }: { quote: WithdrawalQuote; costs: WithdrawalPlan }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const costRows = useCosts()
  const { hours } = hoursAndMinutes(quote.deadlineInMs)
  return (
    <>
      <DescriptionList items={costRows(costs)} />
      <ul className={`${money.text} ${styles.promises}`}>
        <li>{t('confirm.feeOnce')}</li>
        <li>{t('confirm.decided', { hours: figures.whole(hours) })}</li>
        <li>{t('confirm.cancel')}</li>
      </ul>
    </>
  )
}
