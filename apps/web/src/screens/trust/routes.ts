import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** Address of the proof of liabilities; loaded on first use. */
export const trustRoutes = [{ path: paths.trust(), Screen: lazy(() => import('./Trust.tsx')) }]
