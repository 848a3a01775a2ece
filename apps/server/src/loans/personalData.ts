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

/** What this module stores about a customer. */
export const loanPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'loans', rows: () => exportPages((page) => exportLoans(db, uid, page)) },
    { name: 'loanInterest', rows: () => exportPages((page) => exportLoanInterest(db, uid, page)) },
    { name: 'loanStandings', rows: () => exportPages((page) => exportLoanStandings(db, uid, page)) },
    { name: 'loanPayments', rows: () => exportPages((page) => exportLoanPayments(db, uid, page)) },
    { name: 'creditScoreEvents', rows: () => exportPages((page) => exportScoreEvents(db, uid, page)) },
  ],
  obstacle: async (tx, { uid }) => ((await countOpenLoans(tx, uid)) > 0 ? 'loanRunning' : null),
}
