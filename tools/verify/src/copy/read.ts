import { readFile } from 'node:fs/promises'
import { poolOrderRow } from '@glasshouse/core/invest/copy/pool/wire'
import { tickEvidence } from '@glasshouse/core/markets/wire'
import { houseKey } from '@glasshouse/core/trust/heads'
import { trustCalls } from '@glasshouse/core/trust/wire'
import { z } from 'zod'
import { InvalidExportError } from '../read.ts'

const amount = z.string().regex(/^-?\d+(\.\d+)?$/)
const whole = z.number().int()
const units = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

/** A position as a dealing stored it, in units. */
const position = z.object({
  id: whole,
  pid: whole,
  side: z.enum(['long', 'short']),
  quantity: units,
  openPrice: units,
  lots: whole,
  leverage: whole,
  margin: units,
  openFee: units,
  feeRatePpm: whole,
})

const dealing = z.object({
  order: whole,
  product: whole,
  midnight: whole,
  daily: z.string(),
  money: amount,
  periodDays: whole,
  stopLossPercent: whole,
  leadFeePpm: whole,
  exitLevyPpm: whole,
  unitsBefore: amount,
  feeUnits: amount,
  fee: amount,
  unitsAfter: amount,
  value: amount,
  putIn: amount,
  paidOut: amount,
  levy: amount,
  profit: amount,
  exitReason: z.enum(['period', 'now', 'stopLoss', 'stopped', 'worthless']).nullable(),
  pool: z.object({
    unitsBefore: amount,
    unitsAfter: amount,
    entryPrice: amount,
    exitPrice: amount,
    balance: amount,
    bid: amount,
    offer: amount,
    closingCost: amount,
    positions: z.array(position),
    ticks: z.array(z.object({ pid: whole, tick: tickEvidence })),
  }),
  changes: z.array(z.object({ order: whole, pid: whole, side: z.enum(['long', 'short']), change: amount })),
  attribution: z.array(
    z.object({ order: whole.nullable(), kind: z.enum(['closed', 'open', 'fee', 'rest']), profit: amount }),
  ),
})

/** The parts of a customer's export that copy trading is worked out from. */
const copyExport = z.object({
  uid: whole,
  copyDealings: z.array(dealing),
  copyTrades: z.array(poolOrderRow.extend({ product: whole })),
  receipts: z.array(trustCalls['/api/trust/receipt'].data),
  signingKeys: z.array(houseKey),
})

export type CopyExport = z.output<typeof copyExport>
export type CopyDealing = CopyExport['copyDealings'][number]
export type CopyTrade = CopyExport['copyTrades'][number]

/** Reads the export of a customer. Throws `InvalidExportError` for a file that is none. */
export const readCopyExport = async (path: string): Promise<CopyExport> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new InvalidExportError(`${path} cannot be read`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidExportError(`${path} is no JSON`)
  }
  const parsed = copyExport.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidExportError(`${path}: ${parsed.error.issues[0]?.path.join('.')} is missing or malformed`)
}
