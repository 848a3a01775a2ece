import { loanState } from '@glasshouse/core/loans/codec'
import type { LoanRow } from '@glasshouse/core/loans/wire'
import { amountScale, formatUsdt, parseDecimal, usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { columnsClass, Panel } from '../../components/page/Page.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useProfile } from '../../data/profile.ts'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'
import { LtvBar } from './LtvBar.tsx'
import { LtvPlot } from './LtvPlot.tsx'
import { ltvCourse } from './ltvPlot.ts'

const names = { 0: 'review', 1: 'running', 4: 'overdue' } as const
const tones = { 0: 'warn', 1: 'brand', 4: 'danger' } as const

/** The loan that waits for its decision or is owed: what is owed, until when, its security, and repayment. */
export function RunningLoan({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const status = loan.status as 0 | 1 | 4
  const isOwed = loanState(loan) !== 'review'
  return (
    <div className={isOwed ? columnsClass : undefined}>
      <Panel
        title={`${figures.plain(loan.amount)} USDT`}
        beside={<Badge tone={tones[status]}>{t(`status.${names[status]}`)}</Badge>}
        inset
      >
        {!isOwed ? (
          <p className={styles.text}>{t('inReview')}</p>
        ) : (
          <div className={styles.form}>
            <Facts loan={loan} />
            {loan.ltv !== null && (
              <LtvBar ltv={loan.ltv} dueLtv={null} call={loan.call} liquidation={loan.liquidation} />
            )}
            <Course loan={loan} />
            <Repay loan={loan} />
          </div>
        )}
      </Panel>
      {isOwed && <Pledged loan={loan} />}
    </div>
  )
}

/** The loan to value since the payout, and to the due day. */
function Course({ loan }: { loan: LoanRow }) {
  const nowMs = useCalendarNow(60_000)
  const course = ltvCourse(loan, nowMs)
  return <LtvPlot {...course} call={loan.call} liquidation={loan.liquidation} />
}

function Facts({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const owed = formatUsdt(usdt(loan.outstanding) + usdt(loan.interest))
  return (
    <DescriptionList
      items={[
        { id: 'principal', label: t('principal'), value: `${figures.plain(loan.outstanding)} USDT` },
        { id: 'interest', label: t('interestOwed'), value: `${figures.plain(loan.interest)} USDT` },
        { id: 'owed', label: t('owed'), value: `${figures.plain(owed)} USDT`, total: true },
        { id: 'repaid', label: t('repaid'), value: `${figures.plain(loan.repaid)} USDT` },
        ...(loan.due === null ? [] : [{ id: 'due', label: t('due'), value: figures.full(loan.due) }]),
        ...(loan.graceend === null
          ? []
          : [{ id: 'grace', label: t('graceEnd'), value: figures.full(loan.graceend) }]),
      ]}
    />
  )
}

function Repay({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const info = useProfile()
  const repay = useMutation('/api/loan/repay')
  const owed = usdt(loan.outstanding) + usdt(loan.interest)
  const [typed, setTyped] = useState('')
  const amount = parseDecimal(typed, amountScale)
  const pay = async (text: string) => {
    if ((await repay.run({ id: loan.id, amount: text })) === null) return
    setTyped('')
    showToast({ title: t('paid') })
    reload('/api/loan/myLoan', '/api/loan/loanTerms', '/api/user/getuserinfo')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount !== null && amount > 0n) void pay(formatUsdt(amount))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NumberField
        label={t('repayAmount')}
        limits={info.data && t('wallet', { amount: figures.plain(formatUsdt(info.data.wallets.wallet)) })}
        unit="USDT"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          repay.forget()
        }}
      />
      {repay.error && <FieldError>{sentence(repay.error)}</FieldError>}
      <div className={styles.actions}>
        <Button type="submit" busy={repay.busy && t('busy')}>
          {t('repay')}
        </Button>
        <Button variant="primary" onClick={() => setTyped(formatUsdt(owed))}>
          {t('fillAll', { amount: figures.plain(formatUsdt(owed)) })}
        </Button>
      </div>
      <p className={styles.text}>{t('repayText')}</p>
    </form>
  )
}

function Pledged({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <Panel title={t('pledged')} inset>
      <ul className={styles.list}>
        {loan.pledged.map((order) => (
          <li key={order.id}>
            <span>
              {order.typename}
              <small>{t('endsAt', { time: figures.full(order.endtime) })}</small>
            </span>
            <span className={styles.end}>{figures.plain(order.value)} USDT</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
