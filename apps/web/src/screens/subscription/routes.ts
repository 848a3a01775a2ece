import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** The screen of issues; loaded on first use. */
export const subscriptionRoutes = [
  { path: paths.subscription(), Screen: lazy(() => import('./Subscription.tsx')) },
]
