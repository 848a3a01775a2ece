import {
  bonusOfferToWire,
  channelToWire,
  checkoutFromWire,
  claimedBonusToWire,
  depositAddressToWire,
  depositToWire,
  listDepositsFromWire,
  offeredChannelToWire,
  reportTransferFromWire,
  saveChannelFromWire,
  senderAddressToWire,
} from '@glasshouse/core/deposits/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { claimBonus, getBonusOffer } from './service/bonus.ts'
import { listChannels, saveChannel } from './service/channelSetup.ts'
import { listPaymentChannels } from './service/channels.ts'
import { createCheckoutDeposit } from './service/checkout.ts'
import { assertOperatorAddressesValid, depositAddresses } from './service/depositAddresses.ts'
import { listDeposits } from './service/list.ts'
import { listRecentSenderAddresses, reportTransfer } from './service/onchain.ts'

/** The call that credits a bonus: bonus credit pays fees of contracts, so the process that decides orders posts it. */
export const bonusRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => [
  route('/api/pay/claimBonus', async ({ customer }) =>
    claimedBonusToWire(await claimBonus(deps, customer.uid)),
  ),
]

/**
 * Calls of customers and staff for deposits that need the database alone.
 *
 * @throws InvalidSettingsError an operator address is mistyped
 */
export const depositRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => {
  assertOperatorAddressesValid(deps.settings)
  return [
    route('/api/pay/payChannel', async () =>
      (await listPaymentChannels(deps, deps.database.db)).map(offeredChannelToWire),
    ),
    route('/api/pay/pay', async ({ customer, body, lang }) =>
      createCheckoutDeposit(deps, customer.uid, checkoutFromWire(body), lang),
    ),
    route('/api/pay/channelDigital', async ({ customer }) =>
      (await depositAddresses(deps, customer.uid)).map(depositAddressToWire),
    ),
    route('/api/pay/usualAddr', async ({ customer }) =>
      (await listRecentSenderAddresses(deps.database.db, customer.uid)).map(senderAddressToWire),
    ),
    route('/api/pay/payDigital', async ({ customer, body, lang }) =>
      reportTransfer(deps, customer.uid, reportTransferFromWire(body), lang),
    ),
    route('/api/pay/myPay', async ({ customer, body }) => {
      const { rows, total } = await listDeposits(deps, customer.uid, listDepositsFromWire(body))
      return { rows: rows.map(depositToWire), total }
    }),
    route('/api/pay/bonusOffer', async ({ customer }) =>
      bonusOfferToWire(await getBonusOffer(deps, customer.uid)),
    ),
    route('/staff/api/payChannelList', async ({ staff, ip, userAgent }) =>
      (await listChannels(deps, staff, { ip, userAgent })).map(channelToWire),
    ),
    route('/staff/api/payChannelSave', async ({ body, staff, ip, userAgent }) =>
      channelToWire(await saveChannel(deps, staff, { ip, userAgent }, saveChannelFromWire(body))),
    ),
  ]
}
