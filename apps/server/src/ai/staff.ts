import { type AnyRoute, route } from '../platform/index.ts'
import { type AiDeps, activateCode } from './service.ts'

export const aiStaffRoutes = (deps: AiDeps): AnyRoute[] => [
  route('/staff/api/aiActivate', async ({ body, staff, ip, userAgent }) =>
    activateCode(deps, staff, { ip, userAgent }, body),
  ),
]
