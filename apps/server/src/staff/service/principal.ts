import { staffSessions } from '@glasshouse/core/access/sessions'
import type { PrincipalKind } from '../../access/principal/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { consoleOrigin } from '../../platform/settings/index.ts'

/** How staff sign in: twelve hours on the origin of the console, half an hour without a call. */
export const staffKind: PrincipalKind = {
  tables: {
    owner: 'staff_id',
    session: 'staff_session',
    totp: 'staff_totp',
    passkey: 'staff_passkey',
    challenge: 'staff_passkey_challenge',
    challengeBinding: 'staff_id',
  },
  sessions: staffSessions,
  endedBySelf: 'staff',
  totpPurposeOf: (staffId) => `staff totp ${staffId}`,
  passkeyHandleKey: 'staff.passkeyHandle',
  originOf: (settings) => {
    if (settings.MODE === 'live' && settings.CONSOLE_PORT === undefined && settings.PUBLIC_URL === undefined)
      throw new Error('passkeys need PUBLIC_URL in live mode')
    return consoleOrigin(settings)
  },
}

/** Whether staff sign in with a passkey only: in live mode. */
export const requiresPasskey = ({ settings }: Pick<Platform, 'settings'>): boolean => settings.MODE === 'live'
