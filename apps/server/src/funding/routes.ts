import { formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { destinationRoutes } from './routes/destinations.ts'
import { listDeposits, openDeposit, payChannels } from './service.ts'

export const fundingRoutes = (
  deps: Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>,
): AnyRoute[] => [
  route('/api/pay/payChannel', async () =>
    payChannels(deps).map(({ code, name, min, max, options }) => ({
      code,
      name,
      minprice: formatUsdt(min),
      maxprice: formatUsdt(max),
      options: options.map(formatUsdt),
    })),
  ),
  route('/api/pay/pay', async ({ customer, body, lang }) => openDeposit(deps, customer.uid, body, lang)),
  route('/api/pay/myPay', async ({ customer, body }) => listDeposits(deps, customer.uid, body)),
  ...destinationRoutes(deps),
]
