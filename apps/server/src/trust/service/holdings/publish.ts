import { dayOf } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import type { Network as HoldingNetwork } from '@glasshouse/core/deposits/networks'
import { domainError } from '@glasshouse/core/errors/registry'
import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { ethereum, holdingMessage, isSignedByAddress } from '@glasshouse/core/trust/holdings/holdings'
import { readAddress } from '../../../destinations/index.ts'
import type { Db } from '../../../platform/database/index.ts'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import {
  agreeWithFirstManager,
  approvalRequest,
  type RequestOrigin,
  readAndAudit,
  writeAudit,
} from '../../../staff/index.ts'
import { type HoldingRow, insertHolding, listHoldings } from '../../store/holdings.ts'
import { findReport } from '../../store/reports.ts'
import type { HoldingChains } from './read.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly chains: HoldingChains }

/** The asset that the chains of the product tell balances of. */
const asset = 'USDT'
/** Addresses of one report: each is read from its chain while the report is made. */
const maxHoldings = 50

const claimOf = ({
  number,
  day,
  network,
  address,
  ...row
}: Pick<HoldingRow, 'number' | 'day' | 'network' | 'asset' | 'address'>) => ({
  ...{ number, network, address, asset: row.asset },
  day: String(day),
})

const nextNumber = async (db: Db): Promise<number> =>
  ((await findReport(db, { day: null, number: null }))?.number ?? 0) + 1

/** The proofs published for the next report, with its number and the networks whose balances can be read. */
export const listNextHoldings = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
): Promise<DataOf<'/staff/api/holdingList'>> => {
  const { db } = deps.database
  await readAndAudit(deps, staff, origin, 'holdingList', 'holdings')
  const number = await nextNumber(db)
  const rows = await listHoldings(db, number)
  return {
    number,
    day: dayOf(deps.clock.business()),
    networks: [...deps.chains.keys()],
    rows: rows.map((row) => ({
      ...{ asset: row.asset, network: row.network, address: row.address, time: row.at_ms },
      ...{ message: holdingMessage(claimOf(row)), signature: row.signature },
    })),
  }
}

/** The addresses whose amounts a report states; none of one that states none. Throws `notFound` where there is no such report. */
export const listHoldingsOf = async (db: Db, number: number): Promise<DataOf<'/api/trust/holdings'>> => {
  if ((await findReport(db, { day: null, number })) === null) throw domainError('notFound')
  return (await listHoldings(db, number)).flatMap((row) =>
    row.amount === null || row.block === null
      ? []
      : [
          {
            ...{ asset: row.asset, network: row.network, address: row.address, signature: row.signature },
            ...{ message: holdingMessage(claimOf(row)), checked: true as const },
            ...{ amount: formatDecimal(row.amount, amountScale), block: row.block },
          },
        ],
  )
}

/** A signed claim that an address belongs to the operator. */
type PublishHoldingCommand = {
  /** Number of the report for which it counts. */
  readonly number: number
  /** `yyyymmdd`. */
  readonly day: string
  readonly network: HoldingNetwork
  readonly address: string
  readonly signature: string
}

/**
 * Publishes a proof of an address for the next report, once two managers ask for the same.
 *
 * @throws invalidField (1001) no address of the network, or the signature is not of this address and message
 * @throws outOfRange (2002) another number than that of the next report
 * @throws invalidState (2003) `noChain`: the balances of the network cannot be read, as none in practice mode; `published`: the
 *   address is there already; `full`: the report has as many addresses as are read; `sameManager`
 */
export const publishHolding = async (
  { clock, database, chains }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { number, day, network, address: typed, signature }: PublishHoldingCommand,
): Promise<{ waits: boolean }> => {
  if (!chains.has(network)) throw domainError('invalidState', { reason: 'noChain' })
  const address = readAddress(network === ethereum ? '1001' : '1002', typed)
  if (address === null) throw domainError('invalidField', { field: 'address' })
  const claim = { number, day, asset, network, address }
  if (!isSignedByAddress(claim, holdingMessage(claim), signature))
    throw domainError('invalidField', { field: 'signature' })
  const next = await nextNumber(database.db)
  if (number !== next) throw domainError('outOfRange', { min: String(next), max: String(next) })
  return transact(database.db, async (tx) => {
    const known = await listHoldings(tx, number)
    if (known.some((row) => row.network === network && row.address === address))
      throw domainError('invalidState', { reason: 'published' })
    if (known.length >= maxHoldings) throw domainError('invalidState', { reason: 'full' })
    const target = `holding ${address}`
    const details = { number, day, network, address, signature }
    const request = approvalRequest('holdingPublish', target, details)
    const first = await agreeWithFirstManager(tx, clock.now(), staff, origin, request)
    if (first === null) return { waits: true }
    const [staff_id, agreed_staff_id, at_ms] = [first, staff.id, clock.now()]
    const row = { ...{ number, network, asset, address, signature }, day: Number.parseInt(day, 10) }
    const kept = await insertHolding(tx, {
      ...{ ...row, staff_id, agreed_staff_id, at_ms },
      ...{ amount: null, block: null },
    })
    if (!kept) throw domainError('invalidState', { reason: 'published' })
    await writeAudit(
      tx,
      { ...{ staffId: staff.id, action: 'holdingPublish', target }, ...origin, after: details },
      clock.now(),
    )
    return { waits: false }
  })
}
