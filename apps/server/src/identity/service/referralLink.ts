import { type Platform, publicOrigin } from '../../platform/index.ts'

/** The link that names a customer as the referrer of whoever opens it. */
export const referralLink = (settings: Platform['settings'], uid: number): string =>
  `${publicOrigin(settings)}/register?uid=${uid}`
