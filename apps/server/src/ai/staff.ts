import { activatedCodeToWire } from '@glasshouse/core/ai/activation/codec'
import { switchFromWire, switchToWire } from '@glasshouse/core/ai/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { type ActivationDeps, activateCode } from './service/activation.ts'
import { setSwitch } from './service/switch.ts'

/** Staff calls of AI ordering: its activations and its switch. */
export const aiStaffRoutes = (deps: ActivationDeps): AnyRoute[] => [
  route('/staff/api/aiActivate', async ({ body, staff, ip, userAgent }) =>
    activatedCodeToWire(await activateCode(deps, staff, { ip, userAgent }, body)),
  ),
  route('/staff/api/aiSwitch', async ({ body, staff, ip, userAgent }) =>
    switchToWire(await setSwitch(deps, staff, { ip, userAgent }, switchFromWire(body))),
  ),
]
