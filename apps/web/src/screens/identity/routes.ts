import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** The screen of the identity check; loaded on first use. */
export const identityRoutes = [
  { path: paths.authentication(), Screen: lazy(() => import('./Authentication.tsx')) },
]
