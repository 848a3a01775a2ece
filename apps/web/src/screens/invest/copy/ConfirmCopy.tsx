import { dealingPointOf } from '@glasshouse/core/invest/copy/schedule'
import { buyBaseToWire } from '@glasshouse/core/invest/purchases/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { calendarNow } from '../../../data/clock.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import { useRefusal } from '../useInvest.ts'
import { ConflictList } from './Conflicts.tsx'
import copyStyles from './Copy.module.css'
import { useCopyItems } from './CopyForm.tsx'
import { FeeLines, useExits } from './Exits.tsx'
import { type CopyProductTerms, stopLossLimit } from './terms.ts'

const wrongPassword = 1007

type ConfirmCopyProps = {
  product: CopyProductTerms
  amount: Usdt
  /** Percent. */
  stopLoss: number
  onClose: () => void
  onDone: () => void
}

/** Confirmation of a copy order with every cost in money, and the withdrawal password. Load it lazily. */
export default function ConfirmCopy({ product, amount, stopLoss, onClose, onDone }: ConfirmCopyProps) {
  const { t } = useTranslation(['copy', 'invest', 'account', 'shell'])
  const figures = useFormatters()
  const refusal = useRefusal()
  const formId = useId()
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const buy = useMutation('/api/invest/buy')
  const money = figures.plain(formatUsdt(amount))
  const isWrong = buy.error?.retCode === wrongPassword
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (password === '') return
    const order = await buy.run(
      buyBaseToWire({
        ...{ productId: product.id, method: 'fixed', amount },
        ...{ withdrawPassword: password, stopLossPercent: stopLoss },
      }),
    )
    if (order === null) return
    const dealing = figures.full(order.next ?? dealingPointOf(calendarNow()))
    showToast({ title: t('confirm.done', { amount: money }), text: t('confirm.doneText', { date: dealing }) })
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('confirm.title', { amount: money, name: product.name })}
      description={t('confirm.text')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('invest:confirm.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={buy.busy && t('invest:confirm.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog or has already confirmed.
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {t('submit', { amount: money })}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Consequence product={product} amount={amount} stopLoss={stopLoss} />
        <PasswordField
          label={t('account:withdrawPassword.title')}
          value={password}
          onChange={(text) => {
            setPassword(text)
            buy.forget()
          }}
          error={
            isSubmitted && password === '' ? t('invest:confirm.password') : isWrong && buy.error?.message
          }
        />
        {buy.error !== null && !isWrong && <FieldError>{refusal(buy.error)}</FieldError>}
      </form>
      <RiskGate error={buy.error} onPassed={buy.forget} />
    </Dialog>
  )
}

/** What the order does, in money: dealing, loss, ways to leave, the fee, and whose interest is where. */
function Consequence({
  product,
  amount,
  stopLoss,
}: Pick<ConfirmCopyProps, 'product' | 'amount' | 'stopLoss'>) {
  const { t } = useTranslation(['copy', 'leads'])
  const figures = useFormatters()
  const items = useCopyItems(product, amount)
  const exits = useExits(product, amount)
  return (
    <>
      <p className={`${styles.note} ${copyStyles.warning}`}>
        {t('canLose')}{' '}
        {t('stopLossText', { limit: figures.amount(stopLossLimit(amount, stopLoss), 'floor') })}
      </p>
      <DescriptionList items={items} />
      <h3 className={styles.subheading}>{t('exit.title')}</h3>
      <DescriptionList items={exits} />
      <h3 className={styles.subheading}>
        {t('example.title', { amount: figures.plain(formatUsdt(amount)) })}
      </h3>
      <FeeLines product={product} amount={amount} />
      <h3 className={styles.subheading}>{t('leads:before')}</h3>
      <ConflictList own={product.copy.lead.equity} isReferrer={product.isLeadReferrer} />
    </>
  )
}
