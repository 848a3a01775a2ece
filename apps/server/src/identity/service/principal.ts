import { customerSessions } from '@glasshouse/core/access/sessions'
import type { PrincipalKind } from '../../access/principal/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'

/** How customers sign in: fourteen days on the public pages, a second factor by choice. */
export const customerKind: PrincipalKind = {
  tables: {
    owner: 'uid',
    session: 'identity_session',
    totp: 'identity_totp',
    passkey: 'identity_passkey',
    challenge: 'identity_passkey_challenge',
    challengeBinding: 'session_id',
  },
  sessions: customerSessions,
  endedBySelf: 'customer',
  totpPurposeOf: (uid) => `totp ${uid}`,
  passkeyHandleKey: 'identity.passkeyHandle',
  originOf: (settings) => {
    if (settings.MODE === 'live' && settings.PUBLIC_URL === undefined)
      throw new Error('passkeys need PUBLIC_URL in live mode')
    return publicOrigin(settings)
  },
}
