import {
  type LoanStanding,
  loanStandingToWire,
  loanToWire,
  scoreEventToWire,
} from '@glasshouse/core/loans/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import {
  exportLoanInterest,
  exportLoanPayments,
  exportLoanStandings,
  exportLoans,
  exportScoreEvents,
} from './service/view.ts'
import { countOpenLoans } from './store/loans.ts'

const standingsToWire = ({
  loan,
  standings,
}: {
  readonly loan: number
  readonly standings: readonly LoanStanding[]
}) => ({ loan, standings: standings.map(loanStandingToWire) })

/** What this module stores about a customer. */
export const loanPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    {
      name: 'loans',
      rows: () => exportPages(async (page) => (await exportLoans(db, uid, page)).map(loanToWire)),
    },
    { name: 'loanInterest', rows: () => exportPages((page) => exportLoanInterest(db, uid, page)) },
    {
      name: 'loanStandings',
      rows: () =>
        exportPages(async (page) => (await exportLoanStandings(db, uid, page)).map(standingsToWire)),
    },
    { name: 'loanPayments', rows: () => exportPages((page) => exportLoanPayments(db, uid, page)) },
    {
      name: 'creditScoreEvents',
      rows: () => exportPages(async (page) => (await exportScoreEvents(db, uid, page)).map(scoreEventToWire)),
    },
  ],
  obstacle: async (tx, { uid }) => ((await countOpenLoans(tx, uid)) > 0 ? 'loanRunning' : null),
}
