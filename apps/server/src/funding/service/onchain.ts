import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { readHash } from '@glasshouse/core/funding/hashes'
import type { Network } from '@glasshouse/core/funding/networks'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { type Db, type Platform, transact } from '../../platform/index.ts'
import { attachPicture, findOwnPicture } from '../../uploads/index.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { insertDeposit } from '../store/deposits.ts'
import { insertWalletTransfer, listSenderAddresses } from '../store/transfers.ts'
import { readAddress } from './addresses.ts'
import { depositLimits } from './channels.ts'
import { assertPendingDepositAllowed } from './checkout.ts'
import { depositAddressOf, networkNames } from './depositAddresses.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>
type TransferReport = BodyOf<'/api/pay/payDigital'>

/**
 * Writes down that a customer reports a transfer to the deposit address. Nothing is credited: the chain is
 * asked, and staff approve what really arrived. A hash counts once, for one person, however it is written.
 *
 * Refuses `invalidField` for a hash or an address that is none of the network, `notFound` for a closed network
 * and for a screenshot that is not one's own, `outOfRange`, `selfLimitReached`, `invalidState` for a hash that was
 * reported before, `tooManyOrders` while ten wait.
 */
export const reportTransfer = async (
  deps: Deps,
  uid: number,
  report: TransferReport,
  lang: Language,
): Promise<{ readonly id: number }> => {
  const { db } = deps.database
  const { type: network, money } = report
  const hash = readHash(network, report.hash)
  if (hash === null) throw domainError('invalidField', { field: 'hash' })
  const paidFrom = readSender(network, report.payaddress)
  const { min, max } = await depositLimits(db)
  if (money < min || money > max)
    throw domainError('outOfRange', { min: formatUsdt(min), max: formatUsdt(max) })
  const paidTo = await depositAddressOf(deps, uid, network)
  if (paidTo === null) throw domainError('notFound')
  const uploadId = report.url ? await findOwnPicture(db, uid, report.url) : null
  const isAsked = confirmationsNeeded(deps.settings, network) !== null
  return transact(db, async (tx) => {
    await assertPendingDepositAllowed(deps, tx, uid, money, channels)
    const id = await insertDeposit(tx, {
      uid,
      channel: networkNames[network].channel,
      amount: money,
      pageId: null,
      lang,
      createdMs: deps.clock.business(),
      expiresMs: null,
    })
    const dueMs = isAsked ? deps.clock.now() : null
    const told = toldBy(report)
    const transfer = { depositId: id, network, hash, paidTo, paidFrom, told, uploadId, dueMs }
    if (!(await insertWalletTransfer(tx, transfer))) throw domainError('invalidState', { reason: 'hashUsed' })
    if (uploadId !== null) await attachPicture(tx, uploadId, `deposit ${id}`)
    return { id }
  })
}

const channels = Object.values(networkNames).map(({ channel }) => channel)

/** The address paid from, when one was told; refuses `invalidField` for what is none. */
const readSender = (network: Network, text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const address = readAddress(network === 1001 ? '1001' : '1002', trimmed)
  if (address === null) throw domainError('invalidField', { field: 'payaddress' })
  return address
}

/** What the customer said besides; staff read it, nothing is decided by it. */
const toldBy = ({ price, onlinepaytype, param }: TransferReport): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ price, onlinepaytype, param }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )

const shown = 20

/** The addresses a customer paid from before, the latest first. */
export const listRecentSenderAddresses = async (db: Db, uid: number) =>
  (await listSenderAddresses(db, uid, shown)).map(({ network, address }) => ({ address, type: network }))
