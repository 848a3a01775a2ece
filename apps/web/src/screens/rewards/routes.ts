import { lazy } from 'react'
import { paths } from '../../paths.ts'

/** Addresses of rewards, invitations and the campaign; each screen is loaded on first use. */
export const rewardRoutes = [
  { path: paths.signIn(), Screen: lazy(() => import('./SignIn.tsx')) },
  { path: paths.campaign(), Screen: lazy(() => import('./Campaign.tsx')) },
  { path: paths.inviteFriends(), Screen: lazy(() => import('./InviteFriends.tsx')) },
]
