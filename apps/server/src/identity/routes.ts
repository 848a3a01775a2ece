import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { readAddress } from './service/addresses.ts'
import { sendVerifyCode } from './service/codes.ts'
import { register } from './service/register.ts'
import { login } from './service/sessions.ts'
import { endSession } from './store/sessions.ts'

export const identityRoutes = (platform: Platform): AnyRoute[] => [
  route('/api/user/sendVerifyCode', async ({ body, lang }) =>
    sendVerifyCode(platform, readAddress(body), body.status, lang),
  ),
  route('/api/user/register', async ({ body, lang }) => register(platform, body, lang)),
  route('/api/user/login', async ({ body, lang, ip, userAgent }) =>
    login(platform, body, { ip, userAgent, lang }),
  ),
  route('/api/user/logout', async ({ customer }) => {
    await endSession(platform.database.db, customer.sessionId, platform.clock.now())
    return {}
  }),
]
