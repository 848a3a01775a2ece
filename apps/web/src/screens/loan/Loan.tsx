import { loanState } from '@glasshouse/core/loans/codec'
import type { LoanRow } from '@glasshouse/core/loans/wire'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useQueryCall } from '../../data/query.ts'
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

const openStates: readonly string[] = ['review', 'running', 'overdue']
const isOpenLoan = (loan: LoanRow): boolean => openStates.includes(loanState(loan))

function Loans() {
  const { t } = useTranslation('loan')
  const loans = useQueryCall('/api/loan/myLoan', {}, { everyMs })
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
  const terms = useQueryCall('/api/loan/loanTerms', days === null ? {} : { days }, { everyMs })
  const { data } = terms
  // The terms of the last days stay until those of the chosen days are there.
  if (data !== undefined && data !== offered?.terms)
    setOffered({ terms: data, days: days ?? (data.days.includes(30) ? 30 : (data.days.at(-1) ?? 30)) })
  if (offered === null) return terms.error ? <ListError list={terms} /> : <Waiting />
  return <ApplyForm offered={offered} chosen={days ?? offered.days} onDays={setDays} />
}

function Past({ loans }: { loans: readonly LoanRow[] }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const names = { 2: 'rejected', 3: 'repaid', 5: 'settled' } as const
  return (
    <Panel title={t('past')} inset>
      <ul className={styles.list}>
        {loans.map((loan) => (
          <li key={loan.id}>
            <span>
              {figures.plain(loan.amount)} USDT
              <small>
                {t(`status.${names[loan.status as 2 | 3 | 5]}`)}
                {loan.remark !== null && ` · ${loan.remark}`}
              </small>
            </span>
            <span className={styles.end}>
              {loanState(loan) !== 'rejected' && t('repaidSum', { amount: figures.plain(loan.repaid) })}
              <small>{figures.full(loan.ended ?? loan.createtime)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
