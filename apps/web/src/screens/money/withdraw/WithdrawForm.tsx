import type { WithdrawalMethod } from '@glasshouse/core/funding/withdrawals/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import styles from '../Money.module.css'
import { Destination } from './Destination.tsx'
import { allOf, type Quote, validateWithdrawal, type WithdrawalPlan } from './plan.ts'
import { Terms } from './Terms.tsx'
import { useQuoteOf } from './useQuoteOf.ts'

const Confirm = lazy(() => import('./Confirm.tsx'))

/** Amount and remark, with all terms. */
export function WithdrawForm({
  way,
  quote,
  hasPassword,
}: {
  way: WithdrawalMethod
  quote: Quote
  hasPassword: boolean
}) {
  const { t } = useTranslation(['money', 'account'])
  const figures = useFormatters()
  const [typed, setTyped] = useState('')
  const [remark, setRemark] = useState('')
  const [asking, setAsking] = useState(false)
  const plan = validateWithdrawal(quote, typed)
  const priced = useQuoteOf(way, plan.price)
  const reason = useObstacle({ quote, hasPassword, plan })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && priced !== null) setAsking(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Destination way={way} quote={quote} hasPassword={hasPassword} />
      <Amount quote={quote} plan={plan} typed={typed} onType={setTyped} />
      <Terms quote={quote} priced={priced} price={plan.price} />
      <Field
        label={t('withdraw.remark')}
        limits={t('digital.optional')}
        maxLength={200}
        value={remark}
        onChange={setRemark}
      />
      {isPractice && <p className={`${styles.note} ${styles.practice}`}>{t('account:practice.playMoney')}</p>}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        reasonPlace="below"
        reason={reason ?? (priced === null ? true : undefined)}
      >
        {plan.price === null
          ? t('withdraw.submitEmpty')
          : t('withdraw.submit', { amount: figures.plain(plan.price) })}
      </Button>
      {asking && plan.price !== null && priced !== null && (
        <Suspense fallback={null}>
          <Confirm
            way={way}
            quote={priced}
            price={plan.price}
            remark={remark}
            onClose={() => setAsking(false)}
            onDone={() => {
              setAsking(false)
              setTyped('')
              setRemark('')
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Why the request cannot be sent yet; `true` if a field shows the reason. */
const useObstacle = ({
  quote,
  hasPassword,
  plan,
}: {
  quote: Quote
  hasPassword: boolean
  plan: WithdrawalPlan
}): string | true | undefined => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  if (!hasPassword) return t('withdraw.noPassword')
  if (quote.way === null) return t('withdraw.noDestination')
  if (quote.until !== null) return t('withdraw.pausedUntil', { until: figures.full(quote.until) })
  if (plan.obstacle === 'enter') return t('recharge.enter')
  return plan.obstacle === null ? undefined : true
}

function Amount({
  quote,
  plan: { obstacle, fix },
  typed,
  onType,
}: {
  quote: Quote
  plan: WithdrawalPlan
  typed: string
  onType: (text: string) => void
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const [min, max] = [figures.plain(quote.min), figures.plain(quote.max)]
  const free = figures.amountText(quote.available, 'floor')
  const mistakes = {
    wrong: t('withdraw.wrong'),
    whole: t('withdraw.wrong'),
    min: t('recharge.min', { min }),
    max: t('recharge.max', { max }),
    cap: t('withdraw.overCap', { cap: quote.cap === null ? '' : figures.plain(quote.cap) }),
    low: t('withdraw.low', { amount: free }),
  }
  const all = allOf(quote)
  return (
    <NumberField
      label={t('withdraw.amount')}
      limits={t('withdraw.between', { min, max })}
      unit="USDT"
      value={typed}
      onChange={onType}
      note={t('withdraw.free', { amount: free })}
      error={obstacle === null || obstacle === 'enter' ? undefined : mistakes[obstacle]}
      fix={
        fix === null
          ? undefined
          : { text: t('recharge.use', { amount: figures.plain(fix) }), onUse: () => onType(fix) }
      }
      end={
        all !== null && (
          <Button variant="quiet" size="s" onClick={() => onType(all)}>
            {t('withdraw.all')}
          </Button>
        )
      }
    />
  )
}
