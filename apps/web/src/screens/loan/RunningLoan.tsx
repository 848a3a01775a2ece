import { type Loan, type OpenLoan, repayLoanToWire } from '@glasshouse/core/loans/codec'
import { totalOwed } from '@glasshouse/core/loans/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { readAmount } from '../../components/amountInput.ts'
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

const tones = { review: 'warn', running: 'brand', overdue: 'danger' } as const

/** The loan that waits for its decision or is owed: what is owed, until when, its security, and repayment. */
export function RunningLoan({ loan }: { loan: OpenLoan }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const isOwed = loan.state !== 'review'
  return (
    <div className={isOwed ? columnsClass : undefined}>
      <Panel
        title={`${figures.coins(loan.amount)} USDT`}
        beside={<Badge tone={tones[loan.state]}>{t(`status.${loan.state}`)}</Badge>}
        inset
      >
        {!isOwed ? (
          <p className={styles.text}>{t('inReview')}</p>
        ) : (
          <div className={styles.form}>
            <Facts loan={loan} />
            {loan.ltv !== null && (
              <LtvBar
                ltv={loan.ltv}
                dueLtv={null}
                call={loan.callPercent}
                liquidation={loan.liquidationPercent}
              />
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
function Course({ loan }: { loan: Loan }) {
  const nowMs = useCalendarNow(60_000)
  const course = ltvCourse(loan, nowMs)
  return <LtvPlot {...course} call={loan.callPercent} liquidation={loan.liquidationPercent} />
}

function Facts({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <DescriptionList
      items={[
        { id: 'principal', label: t('principal'), value: `${figures.coins(loan.owed.principal)} USDT` },
        { id: 'interest', label: t('interestOwed'), value: `${figures.coins(loan.owed.interest)} USDT` },
        { id: 'owed', label: t('owed'), value: `${figures.coins(totalOwed(loan.owed))} USDT`, total: true },
        { id: 'repaid', label: t('repaid'), value: `${figures.coins(loan.repaid)} USDT` },
        ...(loan.dueMs === null ? [] : [{ id: 'due', label: t('due'), value: figures.full(loan.dueMs) }]),
        ...(loan.graceEndsMs === null
          ? []
          : [{ id: 'grace', label: t('graceEnd'), value: figures.full(loan.graceEndsMs) }]),
      ]}
    />
  )
}

function Repay({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const info = useProfile()
  const repay = useMutation('/api/loan/repay')
  const owed = totalOwed(loan.owed)
  const [typed, setTyped] = useState('')
  const pay = async (amount: Usdt) => {
    if ((await repay.run(repayLoanToWire({ id: loan.id, amount }))) === null) return
    setTyped('')
    showToast({ title: t('paid') })
    reload('/api/loan/myLoan', '/api/loan/loanTerms', '/api/user/getuserinfo')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readAmount(typed)
    if (read.kind === 'amount') void pay(read.amount)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NumberField
        label={t('repayAmount')}
        limits={info.data && t('wallet', { amount: figures.coins(info.data.wallets.wallet) })}
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
          {t('fillAll', { amount: figures.coins(owed) })}
        </Button>
      </div>
      <p className={styles.text}>{t('repayText')}</p>
    </form>
  )
}

function Pledged({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <Panel title={t('pledged')} inset>
      <ul className={styles.list}>
        {loan.pledged.map((order) => (
          <li key={order.id}>
            <span>
              {order.productName}
              <small>{t('endsAt', { time: figures.full(order.endsMs) })}</small>
            </span>
            <span className={styles.end}>{figures.coins(order.value)} USDT</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
