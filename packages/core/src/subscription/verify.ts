/** Checks a published allotment by computing it again. */
import { amountScale, formatQuantity, parseDecimal, type Quantity } from '../money/units.ts'
import { allot } from './rules.ts'
import type { AllotmentTable } from './wire.ts'

export type AllotmentDifference = { readonly at: string; readonly reason: string }

/**
 * Compares a published allotment with the one that its applications and a head give; empty when it is sound.
 *
 * @param headHash the hash of the head, from a source other than the table
 * @param sha256 SHA-256 of a text, hex
 */
export const verifyAllotment = async (
  table: AllotmentTable,
  headHash: string,
  sha256: (text: string) => string | Promise<string>,
): Promise<readonly AllotmentDifference[]> => {
  const units = (text: string): Quantity | null => {
    const value = parseDecimal(text, amountScale)
    return value === null || value < 0n ? null : (value as Quantity)
  }
  const [number, step] = [units(table.number), units(table.step)]
  if (number === null || step === null || step === 0n)
    return [{ at: 'table', reason: 'number or step is no amount' }]
  const found: AllotmentDifference[] = []
  if (number % step !== 0n) found.push({ at: 'number', reason: 'is not whole steps' })
  if (table.head.hash !== headHash)
    found.push({ at: 'head', reason: `is ${table.head.hash}, not ${headHash}` })
  if (table.applications !== table.rows.length)
    found.push({
      at: 'rows',
      reason: `are ${table.rows.length} of ${table.applications}; put the pages together`,
    })
  const seen = new Set<string>()
  const applications = []
  let last = ''
  for (const { hash, asked: text } of table.rows) {
    if (hash < last) found.push({ at: hash, reason: 'is not in the order of the hashes' })
    last = hash
    const asked = units(text)
    if (!/^[0-9a-f]{64}$/.test(hash)) found.push({ at: hash, reason: 'is no SHA-256' })
    else if (seen.has(hash)) found.push({ at: hash, reason: 'occurs twice' })
    else if (asked === null || asked === 0n || asked % step !== 0n)
      found.push({ at: hash, reason: `asks for ${text}, which is not whole steps` })
    else applications.push({ hash, asked })
    seen.add(hash)
  }
  const asked = applications.reduce((sum, one) => sum + one.asked, 0n)
  if (found.length === 0 && units(table.asked) !== asked)
    found.push({ at: 'asked', reason: `is ${table.asked}, the rows ask for ${formatQuantity(asked)}` })
  if (found.length > 0) return found
  const expected = new Map(
    (await allot({ number, step }, applications, headHash, sha256)).map(({ hash, allotted }) => [
      hash,
      allotted,
    ]),
  )
  for (const { hash, allotted } of table.rows)
    if (units(allotted) !== expected.get(hash))
      found.push({
        at: hash,
        reason: `was allotted ${allotted}, not ${formatQuantity(expected.get(hash) ?? 0n)}`,
      })
  return found
}
