import type { Platform } from '../../platform/services/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'

/** The link that names a customer as the referrer of a new registration. */
export const referralLink = (settings: Platform['settings'], uid: number): string =>
  `${publicOrigin(settings)}/register?uid=${uid}`
