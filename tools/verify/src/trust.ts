import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { verifyAllotment } from '@glasshouse/core/subscription/verify'
import { allotmentTable } from '@glasshouse/core/subscription/wire'
import { type HouseKey, houseKey, type SignedText, signedText } from '@glasshouse/core/trust/heads'
import { verifyHoldings } from '@glasshouse/core/trust/holdings/holdings'
import { verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import {
  type SignedReceipt,
  type TrustDifference,
  unannouncedKeys,
  verifyKeys,
  verifyReceipts,
  verifyReports,
} from '@glasshouse/core/trust/verify'
import { trustCalls } from '@glasshouse/core/trust/wire'
import type { z } from 'zod'
import { readCopyExport } from './copy/read.ts'
import { verifyCopyExport } from './copy/verify.ts'
import type { CheckReport } from './difference.ts'
import { InvalidExportError } from './read.ts'

/** Sound, differences, a file that cannot be read, or no differences but money whose receipt is not signed yet. */
export type TrustExit = 0 | 1 | 2 | 3

const commands = ['proof', 'receipts', 'reports', 'allotment', 'copy'] as const
type TrustCommand = (typeof commands)[number]

/** Whether an argument is one of the commands of this file. */
export const isTrustCommand = (argument: string | undefined): argument is TrustCommand =>
  commands.some((command) => command === argument)

const crypto = webCrypto(globalThis.crypto.subtle)
const keysSchema = houseKey.array()
const receiptSchema = trustCalls['/api/trust/receipt'].data

const parse = <T extends z.ZodType>(schema: T, text: string, name: string): z.output<T> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidExportError(`${name} is no JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new InvalidExportError(`${name}: ${parsed.error.issues[0]?.path.join('.')} is missing`)
  return parsed.data
}

const readText = async (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new InvalidExportError(`${path} cannot be read`)
  })

const keysOf = async (path: string): Promise<readonly HouseKey[]> =>
  parse(keysSchema, await readText(path), path)

const printVerdict = (
  name: string,
  differences: readonly TrustDifference[],
  remarks: readonly string[],
): TrustExit => {
  const verdict = differences.length === 0 ? 'no differences' : `${differences.length} DIFFERENCES`
  console.log(
    [`${name}: ${verdict}`, ...differences.map(({ at, reason }) => `  ${at}: ${reason}`)].join('\n'),
  )
  for (const remark of remarks) console.log(`  (${remark})`)
  return differences.length === 0 ? 0 : 1
}

/** Which keys the key before did not announce: no difference, and worth a look at another place. */
const keyRemarks = (keys: readonly HouseKey[]): readonly string[] =>
  unannouncedKeys(keys).map((keyid) => `the key ${keyid} was not announced by the former key`)

const verifyProofFile = async (path: string, keysFile: string | undefined): Promise<TrustExit> => {
  const proof = parse(trustCalls['/api/trust/proof'].data, await readText(path), path)
  const keys = keysFile === undefined ? null : await keysOf(keysFile)
  const remarks = keys === null ? ['the signature was not checked: give --keys'] : keyRemarks(keys)
  const result = await verifyProof(crypto, proof, keys, null)
  const differences = keys === null ? [] : [...(await verifyKeys(crypto, keys))]
  if (!result.isSound) differences.push({ at: result.step, reason: result.reason })
  const balances = Object.entries(proof.balances).map(([asset, amount]) => `${amount} ${asset}`)
  return printVerdict(`proof of ${proof.uid}: ${balances.join(', ')}`, differences, remarks)
}

async function* linesOf(path: string): AsyncGenerator<SignedReceipt> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line !== '') yield parse(receiptSchema, line, `${path}, line ${number}`)
  }
}

const verifyReceiptsFile = async (path: string, keysFile: string | undefined): Promise<TrustExit> => {
  await readText(path)
  const keys = await keysOf(keysFile ?? join(dirname(path), 'keys.json'))
  const differences = [
    ...(await verifyKeys(crypto, keys)),
    ...(await verifyReceipts(crypto, linesOf(path), keys)),
  ]
  return printVerdict('receipts', differences, keyRemarks(keys))
}

const headsOf = async (path: string): Promise<readonly SignedText[]> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parse(signedText, line, `${path}, line ${at + 1}`))
}

/** Differences between the holdings that reports state and the proofs in `<number>.holdings.json`. */
const holdingDifferences = async (
  folder: string,
  names: readonly string[],
  reports: readonly SignedText[],
): Promise<readonly TrustDifference[]> => {
  const found: TrustDifference[] = []
  for (const { text } of reports) {
    const report = parseReport(text)
    if (report === null) continue
    const name = `${report.number}.holdings.json`
    const isThere = names.includes(name)
    if (isThere) {
      const path = join(folder, name)
      const proven = parse(trustCalls['/api/trust/holdings'].data, await readText(path), path)
      found.push(...verifyHoldings(text, proven))
    } else if (report.holdings !== noneProven)
      found.push({ at: `report ${report.number}`, reason: `it states holdings, and ${name} is not there` })
  }
  return found
}

const verifyReportsFolder = async (folder: string, keysFile: string | undefined): Promise<TrustExit> => {
  const names = await readdir(folder).catch(() => {
    throw new InvalidExportError(`${folder} cannot be read`)
  })
  const numbers = names
    .flatMap((name) => /^(\d{1,9})\.json$/.exec(name)?.[1] ?? [])
    .map((text) => Number.parseInt(text, 10))
    .sort((a, b) => a - b)
  if (numbers.length === 0) throw new InvalidExportError(`${folder} holds no <number>.json`)
  const keys = await keysOf(keysFile ?? join(folder, 'keys.json'))
  const reports: SignedText[] = []
  for (const number of numbers) {
    const path = join(folder, `${number}.json`)
    reports.push(parse(signedText, await readText(path), path))
  }
  const misnamed = reports.flatMap(({ text }, at) =>
    text.includes(`\nnumber=${numbers[at]}\n`)
      ? []
      : [{ at: `${numbers[at]}.json`, reason: 'the report has another number' }],
  )
  const heads = await headsOf(join(folder, 'heads.jsonl'))
  const differences = [
    ...(await verifyKeys(crypto, keys)),
    ...misnamed,
    ...(await holdingDifferences(folder, names, reports)),
    ...(await verifyReports(crypto, reports, keys, heads)),
  ]
  return printVerdict(`${reports.length} reports`, differences, [
    ...keyRemarks(keys),
    ...(heads.length === 0 ? ['no heads.jsonl to compare with'] : []),
  ])
}

const verifyAllotmentFile = async (path: string, head: string | undefined): Promise<TrustExit> => {
  const table = parse(allotmentTable, await readText(path), path)
  if (head === undefined || !/^[0-9a-f]{64}$/.test(head))
    throw new InvalidExportError('name the head of the draw: --head <hash>')
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  const remarks = [
    `the head must be that of ${table.head.symbol} in the signed heads of minute ${table.head.minute}`,
  ]
  return printVerdict(
    `allotment of issue ${table.id}: ${table.rows.length} applications`,
    await verifyAllotment(table, head, sha256),
    remarks,
  )
}

const verifyCopyFile = async (path: string, keysFile: string | undefined): Promise<TrustExit> => {
  const read = await readCopyExport(path)
  const keys = keysFile === undefined ? read.signingKeys : await keysOf(keysFile)
  const { counts, differences, unsigned, remarks } = verifyCopyExport(read)
  const verdict = printVerdict(
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    [
      ...(await verifyKeys(crypto, keys)),
      ...(await verifyReceipts(crypto, read.receipts, keys)),
      ...differences.map(({ where, what }) => ({ at: where, reason: what })),
    ],
    [...keyRemarks(keys), ...remarks],
  )
  for (const { where, what } of unsigned) console.log(`  ${where}: ${what}`)
  if (unsigned.length > 0) console.log('  (receipts are signed within seconds: export again to check these)')
  return verdict === 0 && unsigned.length > 0 ? 3 : verdict
}

/** Checks the keys of a day as those of the other files. */
export const verifyDayKeys = async (keys: readonly HouseKey[]): Promise<CheckReport> => ({
  name: 'keys',
  counts: { keys: keys.length },
  differences: (await verifyKeys(crypto, keys)).map(({ at, reason }) => ({ where: at, what: reason })),
  remarks: keyRemarks(keys),
})

/** Checks a proof, a file of receipts, a folder of reports, an allotment or copy orders without the product. */
export const runTrust = async (args: readonly string[]): Promise<TrustExit> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { keys: { type: 'string' }, head: { type: 'string' } },
  })
  const [command, path] = positionals
  try {
    if (path === undefined) throw new InvalidExportError(`name what to check: ${command} <path>`)
    if (command === 'proof') return await verifyProofFile(path, values.keys)
    if (command === 'receipts') return await verifyReceiptsFile(path, values.keys)
    if (command === 'copy') return await verifyCopyFile(path, values.keys)
    if (command === 'allotment') return await verifyAllotmentFile(path, values.head)
    return await verifyReportsFolder(path, values.keys)
  } catch (error) {
    if (!(error instanceof InvalidExportError)) throw error
    console.error(error.message)
    return 2
  }
}
