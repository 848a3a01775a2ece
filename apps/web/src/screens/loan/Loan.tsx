import { usualLoanDays } from '@glasshouse/core/loans/checks'
import {
  isOpenLoan,
  type Loan as LoanView,
  loansFromWire,
  loanTermsFromWire,
} from '@glasshouse/core/loans/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { ApplyForm, type OfferedTerms } from './ApplyForm.tsx'
import styles from './Loan.module.css'
import { RunningLoan } from './RunningLoan.tsx'

/** Borrowing against my running orders: what I can borrow, or the loan that waits or runs. */
export default function Loan() {
  return useSignedIn() ? <Loans /> : null
}

/** Decisions and midnights change loans without an action here. */
const everyMs = 15_000

function Loans() {
  const { t } = useTranslation('loan')
  const loans = useDecodedCall('/api/loan/myLoan', {}, loansFromWire, { everyMs })
  const current = loans.data?.find(isOpenLoan)
  const past = loans.data?.filter((loan) => !isOpenLoan(loan)) ?? []
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.mine()}>
      <div className={stackClass}>
        {loans.data === undefined ? (
          loans.error ? (
            <ListError list={loans} />
          ) : (
            <Waiting />
          )
        ) : current === undefined ? (
          <Terms />
        ) : (
          <RunningLoan loan={current} />
        )}
        {past.length > 0 && <Past loans={past} />}
      </div>
    </Page>
  )
}

function Waiting() {
  return (
    <Panel inset busy>
      <Skeleton width="100%" height={360} />
    </Panel>
  )
}

function Terms() {
  const [days, setDays] = useState<number | null>(null)
  const [offered, setOffered] = useState<OfferedTerms | null>(null)
  const terms = useDecodedCall('/api/loan/loanTerms', days === null ? {} : { days }, loanTermsFromWire, {
    everyMs,
  })
  const { data } = terms
  // The terms of the last days stay until those of the chosen days are there.
  if (data !== undefined && data !== offered?.terms)
    setOffered({ terms: data, days: days ?? usualLoanDays(data.days) ?? 0 })
  if (offered === null) return terms.error ? <ListError list={terms} /> : <Waiting />
  return <ApplyForm offered={offered} chosen={days ?? offered.days} onDays={setDays} />
}

function Past({ loans }: { loans: readonly LoanView[] }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <Panel title={t('past')} inset>
      <ul className={styles.list}>
        {loans.map((loan) => (
          <li key={loan.id}>
            <span>
              {figures.coins(loan.amount)} USDT
              <small>
                {t(`status.${loan.state}`)}
                {loan.remark !== null && ` · ${loan.remark}`}
              </small>
            </span>
            <span className={styles.end}>
              {loan.state !== 'rejected' && t('repaidSum', { amount: figures.coins(loan.repaid) })}
              <small>{figures.full(loan.endedMs ?? loan.createdMs)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
