import { domainError } from '@glasshouse/core/errors/registry'
import {
  isAddressProof,
  loginFromWire,
  lostFactorFromWire,
  proveAddressFromWire,
  registerFromWire,
  requestCodeFromWire,
  resetPasswordFromWire,
  setWithdrawPasswordFromWire,
  stepUpFromWire,
} from '@glasshouse/core/identity/codec'
import { changeProfileFromWire } from '@glasshouse/core/identity/profile/codec'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readAddress } from '../customers/addresses/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { changeProfile } from './service/account.ts'
import { proveAddress } from './service/addressChange.ts'
import { addApiKey, listApiKeys, removeApiKey } from './service/apiKeys.ts'
import { createCaptcha } from './service/captcha.ts'
import { sendVerifyCode } from './service/codes.ts'
import { createSignInCode, redeemSignInCode } from './service/introductions.ts'
import { lockOwnAccount } from './service/locks.ts'
import { type IdentityRecheck, requestLostFactor } from './service/lostFactor.ts'
import {
  addPasskey,
  listPasskeys,
  passkeySignInOptions,
  passkeyStepUpOptions,
  removePasskey,
} from './service/passkeys.ts'
import { resetPassword, setWithdrawPassword } from './service/passwords.ts'
import { getProfile } from './service/profile.ts'
import { assertCountrySupported, register } from './service/register.ts'
import {
  authenticateCustomer,
  listSessions,
  login,
  loginWithPasskey,
  revokeSession,
  signOut,
} from './service/sessions.ts'
import { stepUp } from './service/stepUp.ts'
import { createStreamTicket } from './service/streamTickets.ts'
import { disableTotp, enableTotp, renewRecoveryCodes, startTotp } from './service/totp.ts'
import { undo } from './service/undo.ts'

/** Whether a phone with this dialling code can register is decided by a module below. */
export type IdentityDeps = Platform & {
  readonly isOffered: (dialCode: string) => Promise<boolean>
} & IdentityRecheck

/** Refuses 102 and 103 without a living session, in a call that visitors make too. */
const requireSession = async ({ database, clock }: Platform, token: string | null): Promise<void> => {
  const session = token === null ? null : await authenticateCustomer(database.db, clock, token)
  if (session?.kind !== 'ok')
    throw domainError(session?.kind === 'ended' ? 'sessionRevoked' : 'unauthenticated')
  if (session.customer.restriction !== undefined)
    throw domainError('notAllowed', { ...session.customer.restriction })
}

/** What a visitor does to become or to be a customer. */
const doorRoutes = (platform: IdentityDeps): AnyRoute[] => [
  route('/api/user/sendVerifyCode', async ({ body, lang, ip, token }) => {
    const { address, purpose, captcha } = requestCodeFromWire(body)
    if (isAddressProof(purpose)) await requireSession(platform, token)
    return sendVerifyCode(platform, { to: readAddress(address), purpose, lang, ip, captcha })
  }),
  route('/api/user/lostFactor', async ({ body, ip }) =>
    requestLostFactor(platform, lostFactorFromWire(body), ip),
  ),
  route('/api/user/undo', async ({ body }) => undo(platform, body.token)),
  route('/api/user/register', async ({ body, lang }) => {
    const command = registerFromWire(body)
    await assertCountrySupported(platform, command.dialCode)
    return register(platform, command, lang)
  }),
  route('/api/user/login', async ({ body, ...origin }) => login(platform, loginFromWire(body), origin)),
  route('/api/user/updatePwd', async ({ body }) => {
    await resetPassword(platform, resetPasswordFromWire(body))
    return {}
  }),
  route('/api/user/introduce', async ({ body, ...origin }) => redeemSignInCode(platform, body.code, origin)),
  route('/api/common/captcha', async () => createCaptcha(platform)),
]

const sessionRoutes = (platform: IdentityDeps, { clock, database: { db } } = platform): AnyRoute[] => [
  route('/api/user/logout', async ({ customer }) => {
    await signOut(db, clock, customer)
    return {}
  }),
  route('/api/user/sessions', async ({ customer }) => listSessions(db, clock, customer)),
  route('/api/user/endSession', async ({ customer, body }) => {
    await revokeSession(db, clock, customer, body.id)
    return {}
  }),
  route('/api/user/stepUp', async ({ customer, body, ip }) =>
    stepUp(platform, customer, stepUpFromWire(body), ip),
  ),
  route('/api/user/lock', async ({ customer }) => lockOwnAccount(platform, customer.uid)),
  route('/api/user/introduceCode', async ({ customer }) => createSignInCode(platform, customer)),
  route('/api/common/wsTicket', async ({ customer }) => createStreamTicket(platform, customer)),
]

const apiKeyRoutes = (platform: Platform): AnyRoute[] => [
  route('/api/user/keys', async ({ customer }) => listApiKeys(platform.database.db, customer.uid)),
  route('/api/user/keyAdd', async ({ customer, body }) => addApiKey(platform, customer.uid, body)),
  route('/api/user/keyRemove', async ({ customer, body }) => {
    await removeApiKey(platform, customer.uid, body.id)
    return {}
  }),
]

const passkeyRoutes = (platform: Platform): AnyRoute[] => [
  route('/api/user/passkeys', async ({ customer }) => listPasskeys(platform.database.db, customer.uid)),
  route('/api/user/passkeyAdd', async ({ customer, body }) => addPasskey(platform, customer, body)),
  route('/api/user/passkeyRemove', async ({ customer, body }) => {
    await removePasskey(platform, customer.uid, body.id)
    return {}
  }),
  route('/api/user/passkeyOptions', async ({ customer }) => passkeyStepUpOptions(platform, customer)),
  route('/api/user/passkeyLogin', async ({ body, ...origin }) =>
    body.credential === undefined
      ? passkeySignInOptions(platform)
      : { token: await loginWithPasskey(platform, body.credential, origin) },
  ),
]

const accountRoutes = (platform: Platform): AnyRoute[] => [
  route('/api/user/withdrawPwd', async ({ customer, body, requireStepUp }) => {
    await setWithdrawPassword(
      platform,
      customer.uid,
      setWithdrawPasswordFromWire(body),
      await requireStepUp(),
    )
    return {}
  }),
  route('/api/user/setUserinfo', async ({ customer, body, requireStepUp }) => {
    await changeProfile(platform, customer.uid, changeProfileFromWire(body), requireStepUp)
    return {}
  }),
  route('/api/user/proveAddress', async ({ customer, body }) => {
    await proveAddress(platform, customer.uid, proveAddressFromWire(body))
    return {}
  }),
  route('/api/user/totp', async ({ customer: { uid }, body: { action, code } }) => {
    if (action === 'start') {
      const { info } = await getProfile(platform.database.db, uid)
      return startTotp(platform, uid, info.email)
    }
    if (action === 'confirm') return enableTotp(platform, uid, code)
    if (action === 'recovery') return renewRecoveryCodes(platform, uid)
    await disableTotp(platform, uid, code)
    return {}
  }),
]

/** Calls of registration, sign-in, profile, password and second factor. */
export const identityRoutes = (platform: IdentityDeps): AnyRoute[] => [
  ...doorRoutes(platform),
  ...sessionRoutes(platform),
  ...accountRoutes(platform),
  ...apiKeyRoutes(platform),
  ...passkeyRoutes(platform),
]

const countryReading = {
  summary: 'Tells the country of the caller, ZZ where it is not known; the fields stand beside data, too.',
  data: z.object({ status: z.literal('success'), countryCode: z.string() }),
}

/**
 * Opens `GET /api/common/ip`: the country of the caller as a trusted proxy names it in the header of the
 * setting `COUNTRY_HEADER`. No table of addresses ships; without a proxy the answer is `ZZ`, which is nowhere.
 */
export const countryPage =
  ({ settings: { COUNTRY_HEADER: header } }: Pick<Platform, 'settings'>) =>
  (app: FastifyInstance): void => {
    app.get('/api/common/ip', { config: { reading: countryReading } }, async (request, reply) => {
      const named = header === undefined ? undefined : request.headers[header.toLowerCase()]
      const countryCode = typeof named === 'string' && /^[A-Z]{2}$/.test(named) ? named : 'ZZ'
      const data = { status: 'success', countryCode }
      // The fields stand in the envelope too: the oldest page reads them there.
      return reply.header('cache-control', 'no-store').send({ retCode: 0, message: 'Done.', data, ...data })
    })
  }
