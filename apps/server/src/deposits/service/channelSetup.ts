import { type ChannelView, channelToWire, type SaveChannelCommand } from '@glasshouse/core/deposits/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, parseUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'
import { type ChannelRow, listChannelRows, lockChannel, upsertChannel } from '../store/channels.ts'
import { isAvailable } from './channels.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** All channels for staff; audited. */
export const listChannels = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly ChannelView[]> => {
  await readAndAudit(deps, staff, origin, 'payChannelList', 'deposit channels')
  return (await listChannelRows(deps.database.db)).map((row) => shown(deps, row))
}

/**
 * Adds or changes a channel, with an audit record of before and after. Existing deposits keep their terms.
 *
 * @throws invalidField (`field`) a field is malformed
 * @throws outOfRange the minimum deposit is zero or above the maximum
 * @throws invalidState nothing changes (`unchanged`), or the adapter of an existing channel differs (`adapter`)
 */
export const saveChannel = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  command: SaveChannelCommand,
): Promise<ChannelView> => {
  const row = readChannel(command)
  await transact(deps.database.db, async (tx) => {
    const before = await lockChannel(tx, row.code)
    if (before !== undefined && before.adapter !== row.adapter)
      throw domainError('invalidState', { reason: 'adapter' })
    const change = {
      before: before === undefined ? null : channelToWire(shown(deps, before)),
      after: channelToWire(shown(deps, row)),
    }
    if (JSON.stringify(change.before) === JSON.stringify(change.after))
      throw domainError('invalidState', { reason: 'unchanged' })
    await upsertChannel(tx, row)
    const target = `deposit channel ${row.code}`
    const record = { staffId: staff.id, action: 'payChannelSave' as const, target, ...origin, ...change }
    await writeAudit(tx, record, deps.clock.now())
  })
  return shown(deps, row)
}

const readChannel = ({
  code,
  name,
  adapter,
  min,
  max,
  options,
  isOn,
  place,
}: SaveChannelCommand): ChannelRow => {
  if (!/^[a-z0-9_-]{1,32}$/.test(code)) throw domainError('invalidField', { field: 'code' })
  const title = name.trim()
  if (title === '') throw domainError('invalidField', { field: 'name' })
  if (min === 0n || min > max) throw domainError('outOfRange', { min: '0.00000001', max: formatUsdt(max) })
  const amounts = readOptions(options, min, max)
  return {
    code,
    name: title,
    adapter,
    least: min,
    most: max,
    options: amounts.map(formatUsdt).join(','),
    is_on: isOn,
    place,
  }
}

/**
 * Parses the amounts of the buttons.
 *
 * @throws invalidField an amount is malformed or not accepted by the channel
 */
const readOptions = (text: string, min: Usdt, max: Usdt): readonly Usdt[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const amount = parseUsdt(part)
      if (amount === null || amount < min || amount > max)
        throw domainError('invalidField', { field: 'options' })
      return amount
    })

const shown = ({ settings }: Deps, row: ChannelRow): ChannelView => ({
  code: row.code,
  name: row.name,
  adapter: row.adapter,
  min: row.least,
  max: row.most,
  options: row.options.split(',').filter((text) => text !== ''),
  isOn: row.is_on,
  place: row.place,
  isOpen: row.is_on && isAvailable(row, settings),
})
