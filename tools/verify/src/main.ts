import { argv, exit } from 'node:process'
import { parseArgs } from 'node:util'
import { readAudit, verifyAudit, writeAudit } from './audit.ts'
import { openLedgerReader } from './books.ts'
import { verifyHeads, verifyTicks } from './chains.ts'
import type { CheckReport } from './difference.ts'
import { exportDay } from './export.ts'
import { verifyOptions } from './options.ts'
import { verifyOrders } from './orders.ts'
import { InvalidExportError, readExport } from './read.ts'
import { verifySettlements } from './settlements.ts'
import { verifyTriggers } from './triggers.ts'

const usage = `npm run verify -- <folder>
    checks an exported folder without the product: hash chains, published heads, settlements,
    that every fixed price and stop fired at the first tick that reached it, and that an order's
    figures are what its events add up to
npm run verify -- export --data <data folder> --day <yyyymmdd> --out <folder>
npm run verify -- export --database <url> --day <yyyymmdd> --out <folder>
    writes one UTC day of a database into a folder, reading only; the product may be running
npm run verify -- audit <file> [--head <n>:<hash>]
    checks the chain of an audit log, and that it still holds the record somebody noted down
npm run verify -- audit --data <data folder> --out <file>        (or --database <url>)
    writes the whole audit log into a file; it holds names and addresses of staff`

const most = 20

/** What a verdict looks like on a terminal. */
export const formatReport = ({ name, counts, differences, remarks }: CheckReport): string =>
  [
    `${name}: ${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}; ${differences.length === 0 ? 'no differences' : `${differences.length} DIFFERENCES`}`,
    ...differences.slice(0, most).map(({ where, what }) => `  ${where}: ${what}`),
    ...(differences.length > most ? [`  and ${differences.length - most} more`] : []),
    ...remarks.map((remark) => `  (${remark})`),
  ].join('\n')

/** Checks a folder; true when nothing in it contradicts the rest. */
const verifyFolder = async (folder: string): Promise<boolean> => {
  const { ticks, heads, receipts, options } = await readExport(folder)
  const verdicts = [
    verifyTicks(ticks),
    verifyHeads(heads, ticks),
    verifySettlements(receipts, ticks),
    verifyOrders(receipts),
    verifyTriggers(receipts, ticks),
    verifyOptions(options, ticks),
  ]
  for (const verdict of verdicts) console.log(formatReport(verdict))
  return verdicts.every(({ differences }) => differences.length === 0)
}

const writeDay = async (url: string, day: string, out: string): Promise<void> => {
  const { ticks, heads, receipts, options } = await exportDay(url, day, out)
  console.log(
    `Wrote ${ticks} ticks, ${heads} heads, ${receipts} receipts of contracts and ${options} of options to ${out}.`,
  )
}

/** Checks a written audit log; true when its chain is whole and holds the noted record. */
const verifyAuditFile = async (path: string, head: string | undefined): Promise<boolean> => {
  const [n = '', hash = ''] = head?.split(':') ?? []
  const verdict = verifyAudit(await readAudit(path), head === undefined ? null : { n, hash })
  console.log(formatReport(verdict))
  return verdict.differences.length === 0
}

const run = async (): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      database: { type: 'string' },
      day: { type: 'string' },
      out: { type: 'string' },
      head: { type: 'string' },
    },
  })
  const [first, second] = positionals
  const { data, database, day, out } = values
  if (first === 'audit' && second !== undefined) return verifyAuditFile(second, values.head)
  if (first !== undefined && first !== 'export' && first !== 'audit') return verifyFolder(first)
  const lacksDay = first === 'export' && day === undefined
  if (first === undefined || lacksDay || out === undefined || (data ?? database) === undefined) {
    console.error(usage)
    return false
  }
  const books = data === undefined ? null : await openLedgerReader(data)
  try {
    const url = books?.url ?? database ?? ''
    if (day !== undefined) await writeDay(url, day, out)
    else console.log(`Wrote ${await writeAudit(url, out)} records to ${out}.`)
  } finally {
    await books?.close()
  }
  return true
}

if (argv[1] === import.meta.filename)
  exit(
    (await run().catch((error: unknown) => {
      if (error instanceof InvalidExportError) console.error(error.message)
      else console.error(error)
      return false
    }))
      ? 0
      : 1,
  )
