import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** The screen of loans; loaded on first use. */
export const loanRoutes = [{ path: paths.loan(), Screen: lazy(() => import('./Loan.tsx')) }]
