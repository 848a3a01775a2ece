import type { PayChannel } from '@glasshouse/core/deposits/rules'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { type ChannelRow, listChannelRows } from '../store/channels.ts'

/** Implementation of a channel: the practice page, or the payment gateway of live mode. */
type ChannelAdapter = ChannelRow['adapter']
export type EnabledChannel = PayChannel & { readonly adapter: ChannelAdapter }

/** The sandbox handles only practice money, the gateway only real money. */
export const isAvailable = ({ adapter }: ChannelRow, { MODE, BTCPAY_URL }: Settings): boolean =>
  adapter === 'sandbox' ? MODE === 'practice' : MODE === 'live' && BTCPAY_URL !== undefined

/** Minimum and maximum deposit by any method; USDT. */
export const depositLimits = async (db: Db | Tx): Promise<{ readonly min: Usdt; readonly max: Usdt }> => ({
  min: await getSetting(db, 'userpay_min'),
  max: await getSetting(db, 'userpay_max'),
})

/** Online channels of this installation, each within the platform limits. */
export const listPaymentChannels = async (
  { settings }: Pick<Platform, 'settings'>,
  db: Db | Tx,
): Promise<readonly EnabledChannel[]> => {
  const { min, max } = await depositLimits(db)
  const rows = await listChannelRows(db)
  return rows
    .filter((row) => row.is_on && isAvailable(row, settings))
    .map((row) => narrowed(row, min, max))
    .filter((channel) => channel.min <= channel.max)
}

const narrowed = (row: ChannelRow, min: Usdt, max: Usdt): EnabledChannel => {
  const [least, most] = [row.least > min ? row.least : min, row.most < max ? row.most : max]
  return {
    code: row.code,
    name: row.name,
    adapter: row.adapter,
    min: least,
    max: most,
    options: row.options
      .split(',')
      .filter((text) => text !== '')
      .map(usdt)
      .filter((amount) => amount >= least && amount <= most),
  }
}
