/** The settlement chain: everything that settled, numbered without gaps, each with the hash of the one before. */
import { z } from 'zod'
import { instant } from '../wire/fields.ts'

/** One settlement as it is exported. */
export const settlementRecord = z.object({
  n: z.number().int(),
  kind: z.string(),
  id: z.number().int(),
  transaction: z.number().int().nullable(),
  time: instant,
  previous: z.string(),
  hash: z.string(),
})
export type SettlementRecord = z.infer<typeof settlementRecord>

/** Kinds of events of contract orders in the settlement chain, by the kind of the event in a receipt. */
export const contractSettlementKinds = {
  placed: 'contractPlaced',
  amended: 'contractAmended',
  opened: 'contractOpened',
  closed: 'contractClosed',
  closedPart: 'contractClosedPart',
  revoked: 'contractRevoked',
  stopsSet: 'contractStopsSet',
} as const

/** Kinds of events of options in the settlement chain. */
export const optionSettlementKinds = { placed: 'optionPlaced', settled: 'optionSettled' } as const

/**
 * The hash of a settlement: of the hash before (64 zeros first) and its fields, one per line; no transaction is empty.
 *
 * @example settlementHash({ n: 1, kind: 'coinSold', id: 7, transaction: 41, time: 5, previous }, sha256)
 */
export const settlementHash = <Hash>(
  { n, kind, id, transaction, time, previous }: Omit<SettlementRecord, 'hash'>,
  sha256: (text: string) => Hash,
): Hash =>
  sha256(`${previous}\nn=${n}\nkind=${kind}\nid=${id}\ntransaction=${transaction ?? ''}\ntime=${time}`)
