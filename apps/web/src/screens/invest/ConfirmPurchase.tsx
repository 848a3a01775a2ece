import type { ApiError } from '@glasshouse/client/http'
import { buyBaseToWire, buyExperienceToWire, buyFurtherToWire } from '@glasshouse/core/invest/purchases/codec'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import { RiskGate } from '../../components/risk/RiskGate.tsx'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { usePreviewItems } from './BuyForm.tsx'
import type { Cycle, Product } from './cycles.ts'
import { useExitTerms } from './ExitTerms.tsx'
import styles from './Invest.module.css'
import { Sum } from './PreviewChart.tsx'
import type { PurchasePreview } from './purchase.ts'
import { useRateText } from './Rates.tsx'
import { useTrialItems } from './TrialForm.tsx'
import { maxOfRefusal, useRefusal } from './useInvest.ts'

const wrongPassword = 1007

type Purchase = {
  /** Buys with the withdrawal password, which an order of trial funds does not need; null on an error. */
  readonly run: (password: string) => Promise<InvestOrderRow | null>
  readonly busy: boolean
  readonly error: ApiError | null
  readonly forget: () => void
}

/** Purchase of a cycle by the call that sells it: a base cycle, a further one, or trial funds. */
const usePurchase = (product: Product, cycle: Cycle, amount: Usdt): Purchase => {
  const base = useMutation('/api/invest/buy')
  const further = useMutation('/api/invest/buy2')
  const trial = useMutation('/api/invest/freebuy')
  const productId = product.id
  if (product.kind === 'experience') return { ...trial, run: () => trial.run(buyExperienceToWire(productId)) }
  const commandOf = (withdrawPassword: string) => ({
    ...{ productId, method: cycle.method, amount, withdrawPassword },
  })
  const { furtherId: cycleId } = cycle
  return cycleId === null
    ? {
        ...base,
        run: (password) => base.run(buyBaseToWire({ ...commandOf(password), stopLossPercent: null })),
      }
    : { ...further, run: (password) => further.run(buyFurtherToWire({ ...commandOf(password), cycleId })) }
}

type ConfirmPurchaseProps = {
  product: Product
  cycle: Cycle
  preview: PurchasePreview
  /** Takes the funded maximum of a refusal as the amount. */
  onUse: (amount: string) => void
  onClose: () => void
  onDone: () => void
}

/** Confirmation of an order with all its terms in money, and the withdrawal password. Load it lazily. */
export default function ConfirmPurchase({
  product,
  cycle,
  preview,
  onUse,
  onClose,
  onDone,
}: ConfirmPurchaseProps) {
  const { t } = useTranslation(['invest', 'account', 'shell'])
  const figures = useFormatters()
  const formId = useId()
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isTrial = product.kind === 'experience'
  const purchase = usePurchase(product, cycle, preview.amount)
  const amount = figures.plain(formatUsdt(preview.amount))
  const isWrong = purchase.error?.retCode === wrongPassword
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isTrial && password === '') return
    const order = await purchase.run(password)
    if (order === null) return
    showToast({
      title: t('confirm.done', { amount }),
      text: order.next === null ? '' : t('confirm.doneText', { date: figures.full(order.next) }),
    })
    onDone()
  }
  const title = t(isTrial ? 'confirm.trialTitle' : 'confirm.title', { amount, name: product.name })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t('confirm.text')}
      closeLabel={t('shell:close')}
      foot={
        <>
          <Button onClick={onClose}>{t('confirm.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={purchase.busy && t('confirm.busy')}
            onClick={(event) => {
              // The second press of a double click opened the dialog or has already confirmed.
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {t(isTrial ? 'trialBuy.submit' : 'buy.submit', { amount })}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Consequence product={product} cycle={cycle} preview={preview} />
        {!isTrial && (
          <PasswordField
            label={t('account:withdrawPassword.title')}
            value={password}
            onChange={(text) => {
              setPassword(text)
              purchase.forget()
            }}
            error={
              isSubmitted && password === '' ? t('confirm.password') : isWrong && purchase.error?.message
            }
          />
        )}
        {!isWrong && <Refusal error={purchase.error} onUse={onUse} />}
      </form>
      <RiskGate error={purchase.error} onPassed={purchase.forget} />
    </Dialog>
  )
}

/** What the order does, in money: period, interest, end, source, and the price of leaving early. */
function Consequence({
  product,
  cycle,
  preview,
}: Pick<ConfirmPurchaseProps, 'product' | 'cycle' | 'preview'>) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  const isTrial = product.kind === 'experience'
  const own = usePreviewItems(cycle, preview)
  const trial = useTrialItems(preview, preview.amount)
  const exit = useExitTerms(product, preview)
  const days = t('days', { count: cycle.days, days: figures.whole(cycle.days) })
  return (
    <>
      <DescriptionList
        items={[
          {
            id: 'principal',
            label: t('confirm.principal'),
            value: `${figures.plain(formatUsdt(preview.amount))} USDT`,
          },
          {
            id: 'period',
            label: t('confirm.period'),
            value: `${days}, ${t(`method.${cycle.method}`)}, ${rateText(cycle.rate)}`,
          },
          {
            id: 'first',
            label: t('confirm.firstPaid'),
            value: figures.full(preview.instants.firstMs),
          },
          ...(isTrial ? trial.filter(({ id }) => id !== 'uses') : own),
        ]}
      />
      <Sum cycle={cycle} preview={preview} />
      <dl className={styles.plain}>
        <dt>{t('source')}</dt>
        <dd>{product.texts.source}</dd>
        <dt>{t('exit.title')}</dt>
        {exit.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </dl>
    </>
  )
}

/** Why the order was refused; the funded maximum is offered. */
function Refusal({
  error,
  onUse,
}: {
  error: ReturnType<typeof usePurchase>['error']
  onUse: (amount: string) => void
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const refusal = useRefusal()
  const max = maxOfRefusal(error)
  const text = refusal(error)
  if (text === undefined) return null
  return (
    <FieldError>
      {text}
      {max !== null && (
        <>
          {' '}
          <button type="button" className={styles.fix} onClick={() => onUse(max)}>
            {t('buy.use', { amount: figures.plain(max) })}
          </button>
        </>
      )}
    </FieldError>
  )
}
