import {
  networkName,
  type ReportTransferCommand,
  type SenderAddress,
  transferFieldToWire,
} from '@glasshouse/core/deposits/codec'
import { readHash } from '@glasshouse/core/deposits/hashes'
import { judgeDepositAmount } from '@glasshouse/core/deposits/judge'
import type { Network } from '@glasshouse/core/deposits/networks'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import { readAddress } from '../../destinations/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { attachPicture, findOwnPicture } from '../../uploads/index.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { insertDeposit } from '../store/deposits.ts'
import { insertWalletTransfer, listSenderAddresses } from '../store/transfers.ts'
import { depositLimits } from './channels.ts'
import { depositAddressOf, networkNames } from './depositAddresses.ts'
import { assertDepositAccepted, depositError } from './depositAllowance.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Stores a customer's report of a transfer to the deposit address. Nothing is credited: the chain is queried, and staff
 * approve the received amount. A hash counts once for each recipient, in any spelling; where no node verifies
 * transfers, once for one customer.
 *
 * @throws invalidField the hash or address is invalid on the network
 * @throws notFound the network is closed, or the screenshot is not the customer's own
 * @throws outOfRange | selfLimitReached the amount is not accepted
 * @throws invalidState the hash was reported before
 * @throws tooManyOrders ten reports are pending
 */
export const reportTransfer = async (
  deps: Deps,
  uid: number,
  report: ReportTransferCommand,
  lang: Language,
): Promise<{ readonly id: number }> => {
  const { db } = deps.database
  const { network, amount } = report
  const hash = readHash(network, report.hash)
  if (hash === null) throw domainError('invalidField', { field: 'hash' })
  const paidFrom = readSender(network, report.sender)
  const limits = await depositLimits(db)
  const { problem } = judgeDepositAmount(limits, amount)
  if (problem !== null) throw depositError(problem)
  const paidTo = await depositAddressOf(deps, uid, network)
  if (paidTo === null) throw domainError('notFound')
  const uploadId = report.pictureUrl ? await findOwnPicture(db, uid, report.pictureUrl) : null
  const isVerified = confirmationsNeeded(deps.settings, network) !== null
  return transact(db, async (tx) => {
    await assertDepositAccepted(deps, tx, { uid, amount, limits }, channels)
    const id = await insertDeposit(tx, {
      uid,
      channel: networkNames[network].channel,
      amount,
      pageId: null,
      lang,
      createdMs: deps.clock.business(),
      expiresMs: null,
    })
    const dueMs = isVerified ? deps.clock.now() : null
    const transfer = {
      depositId: id,
      uid,
      isVerified,
      network,
      hash,
      paidTo,
      paidFrom,
      reported: report.statements ?? {},
      uploadId,
      dueMs,
    }
    if (!(await insertWalletTransfer(tx, transfer))) throw domainError('invalidState', { reason: 'hashUsed' })
    if (uploadId !== null) await attachPicture(tx, uploadId, `deposit ${id}`)
    return { id }
  })
}

const channels = Object.values(networkNames).map(({ channel }) => channel)

/** Parses the optional sender address; throws `invalidField` if it is invalid. */
const readSender = (network: Network, text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const address = readAddress(networkName(network), trimmed)
  if (address === null) throw domainError('invalidField', { field: transferFieldToWire('sender') })
  return address
}

const shown = 20

/** Sender addresses used before by a customer, latest first. */
export const listRecentSenderAddresses = async (db: Db, uid: number): Promise<readonly SenderAddress[]> =>
  listSenderAddresses(db, uid, shown)
