import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalQuote } from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import styles from '../Money.module.css'
import { Destination } from './Destination.tsx'
import { allOf, standingProblem, type WithdrawalView, withdrawalView } from './plan.ts'
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
  quote: WithdrawalQuote
  hasPassword: boolean
}) {
  const { t } = useTranslation(['money', 'account'])
  const figures = useFormatters()
  const [typed, setTyped] = useState('')
  const [remark, setRemark] = useState('')
  const [asking, setAsking] = useState(false)
  const { obstacle, costs, fix } = withdrawalView(quote, typed)
  const priced = useQuoteOf(way, costs?.amount ?? null)
  const reason = useReason({ quote, hasPassword, obstacle })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && priced !== null) setAsking(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Destination way={way} quote={quote} hasPassword={hasPassword} />
      <Amount quote={quote} obstacle={obstacle} fix={fix} typed={typed} onType={setTyped} />
      <Terms quote={quote} priced={priced} costs={costs} />
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
        {costs === null
          ? t('withdraw.submitEmpty')
          : t('withdraw.submit', { amount: figures.plain(formatUsdt(costs.amount)) })}
      </Button>
      {asking && costs !== null && priced !== null && (
        <Suspense fallback={null}>
          <Confirm
            way={way}
            quote={priced}
            costs={costs}
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

/**
 * Why the request cannot be sent yet, in the order of the server: amount, destination, password, pause, cap, balance;
 * `true` if a field shows the reason.
 */
const useReason = ({
  quote,
  hasPassword,
  obstacle,
}: {
  quote: WithdrawalQuote
  hasPassword: boolean
  obstacle: WithdrawalView['obstacle']
}): string | true | undefined => {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const problem = obstacle === 'enter' ? (standingProblem(quote) ?? 'enter') : obstacle
  if (problem === 'noDestination') return t('withdraw.noDestination')
  if (problem !== null && amountProblems.has(problem)) return true
  if (!hasPassword) return t('withdraw.noPassword')
  if (problem === 'paused')
    return t('withdraw.pausedUntil', { until: quote.pause === null ? '' : figures.full(quote.pause.untilMs) })
  if (problem === 'enter') return t('recharge.enter')
  return problem === null ? undefined : true
}

/** Problems that the field shows and that come before the password. */
const amountProblems: ReadonlySet<string> = new Set(['wrong', 'notWhole', 'belowMin', 'aboveMax'])

function Amount({
  quote,
  obstacle,
  fix,
  typed,
  onType,
}: {
  quote: WithdrawalQuote
  obstacle: WithdrawalView['obstacle']
  fix: string | null
  typed: string
  onType: (text: string) => void
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const exact = (amount: Usdt): string => figures.plain(formatUsdt(amount))
  const [min, max] = [exact(quote.min), exact(quote.max)]
  const free = figures.amount(quote.available, 'floor')
  const mistakes: Readonly<Partial<Record<string, string>>> = {
    wrong: t('withdraw.wrong'),
    notWhole: t('withdraw.wrong'),
    belowMin: t('recharge.min', { min }),
    aboveMax: t('recharge.max', { max }),
    aboveCap: t('withdraw.overCap', { cap: quote.capLeft === null ? '' : exact(quote.capLeft) }),
    insufficientBalance: t('withdraw.low', { amount: free }),
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
      error={obstacle === null ? undefined : mistakes[obstacle]}
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
