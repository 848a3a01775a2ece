import { formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, type Platform, route } from '../../platform/index.ts'
import { bonusOffer, claimBonus } from '../service/bonus.ts'
import { listChannels, saveChannel } from '../service/channelSetup.ts'
import { payChannels } from '../service/channels.ts'
import { depositAddresses } from '../service/depositAddresses.ts'
import { reportTransfer, usualAddresses } from '../service/onchain.ts'
import { listDeposits } from '../service/list.ts'
import { openDeposit } from '../service/checkout.ts'

export const depositRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => [
  route('/api/pay/payChannel', async () =>
    (await payChannels(deps, deps.database.db)).map(({ code, name, min, max, options }) => ({
      code,
      name,
      minprice: formatUsdt(min),
      maxprice: formatUsdt(max),
      options: options.map(formatUsdt),
    })),
  ),
  route('/api/pay/pay', async ({ customer, body, lang }) => openDeposit(deps, customer.uid, body, lang)),
  route('/api/pay/channelDigital', async ({ customer }) => depositAddresses(deps, customer.uid)),
  route('/api/pay/usualAddr', async ({ customer }) => usualAddresses(deps.database.db, customer.uid)),
  route('/api/pay/payDigital', async ({ customer, body, lang }) =>
    reportTransfer(deps, customer.uid, body, lang),
  ),
  route('/api/pay/myPay', async ({ customer, body }) => listDeposits(deps, customer.uid, body)),
  route('/api/pay/bonusOffer', async ({ customer }) => bonusOffer(deps, customer.uid)),
  route('/api/pay/claimBonus', async ({ customer }) => claimBonus(deps, customer.uid)),
  route('/staff/api/payChannelList', async ({ staff, ip, userAgent }) =>
    listChannels(deps, staff, { ip, userAgent }),
  ),
  route('/staff/api/payChannelSave', async ({ body, staff, ip, userAgent }) =>
    saveChannel(deps, staff, { ip, userAgent }, body),
  ),
]
