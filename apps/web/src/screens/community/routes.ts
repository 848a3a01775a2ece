import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** Addresses of the community screens; each is loaded on first use. */
export const communityRoutes = [
  { path: paths.community(), Screen: lazy(() => import('./Community.tsx')) },
  { path: paths.comment(), Screen: lazy(() => import('./OwnTexts.tsx')) },
]
