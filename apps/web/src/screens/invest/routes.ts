import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** Addresses of the investment screens; each is loaded on first use. */
export const investRoutes = [
  { path: paths.project(), Screen: lazy(() => import('./Project.tsx')) },
  { path: paths.details(), Screen: lazy(() => import('./Details.tsx')) },
  { path: paths.lead(), Screen: lazy(() => import('./copy/Lead.tsx')) },
  { path: paths.order(), Screen: lazy(() => import('./Order.tsx')) },
  { path: paths.history(), Screen: lazy(() => import('./History.tsx')) },
  { path: paths.revenueRecord(), Screen: lazy(() => import('./RevenueRecord.tsx')) },
]
