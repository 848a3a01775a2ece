import { argv, exit } from 'node:process'
import { parseArgs } from 'node:util'
import { readAudit, verifyAudit, writeAudit } from './audit.ts'
import { openLedgerReader } from './books.ts'
import type { NotedHead } from './checks/heads.ts'
import { verifyBundle } from './checks/index.ts'
import type { CheckReport } from './difference.ts'
import { InvalidExportError, readExport, readKeys } from './read.ts'
import { isTrustCommand, runTrust, verifyDayKeys } from './trust.ts'

const usage = `npm run verify -- <folder> [--keys <file>] [--head <symbol>=<n>:<hash>]
    checks a day without the product: logs without holes, signed heads, the settlement chain, terms,
    ledger lines, every fill, stop, copied order, decision of AI ordering and option worked out again; exits
    with 1 when anything differs.
    Keys and heads that are given win over what lies in the folder; --head may be given more than once
npm run verify -- export --data <data folder> --day <yyyymmdd> --out <folder>
npm run verify -- export --database <url> --day <yyyymmdd> --out <folder>
    writes one UTC day of a database into a folder, reading only; the product may be running
npm run verify -- audit <file> [--head <n>:<hash>]
    checks the chain of an audit log, and that it still holds the record somebody noted down
npm run verify -- audit --data <data folder> --out <file>        (or --database <url>)
    writes the whole audit log into a file; it holds names and addresses of staff
npm run verify -- proof <proof.json> [--keys <keys.json>]
npm run verify -- receipts <file.jsonl> --keys <keys.json>
npm run verify -- reports <folder> [--keys <keys.json>]
npm run verify -- allotment <table.json> --head <hash>
npm run verify -- copy <export.json> [--keys <keys.json>]
    checks the proof that a customer is in a liabilities report, the chain of a customer's receipts, all reports
    (<number>.json, <number>.holdings.json, keys.json, heads.jsonl), or the allotment of an issue, computed again by the head of its draw,
    or every dealing, unit price, fee and attribution of a customer's copy orders; exits with 0 sound, 1 differences, 2 a file cannot be read,
    3 no differences, but the receipts of the newest dealings are not signed yet`

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

/** A head as it is given on the command line. Throws `InvalidExportError` for anything else. */
const notedHead = (text: string): NotedHead => {
  const match = /^([A-Za-z0-9]+)=(\d+):([0-9a-f]{64})$/.exec(text)
  if (match === null) throw new InvalidExportError(`--head ${text}: must be <symbol>=<n>:<hash>`)
  return { name: match[1] ?? '', n: Number.parseInt(match[2] ?? '', 10), hash: match[3] ?? '' }
}

/** Checks a folder; true when nothing in it contradicts the rest, nor the keys and heads that are given beside it. */
const verifyFolder = async (
  folder: string,
  keysFile: string | undefined,
  heads: readonly string[],
): Promise<boolean> => {
  const read = await readExport(folder)
  const bundle = keysFile === undefined ? read : { ...read, keys: await readKeys(keysFile) }
  const verdicts = [await verifyDayKeys(bundle.keys), ...verifyBundle(bundle, heads.map(notedHead))]
  for (const verdict of verdicts) console.log(formatReport(verdict))
  return verdicts.every(({ differences }) => differences.length === 0)
}

const writeDay = async (url: string, day: string, out: string): Promise<void> => {
  // Loaded here, because checking a folder needs nothing of the product.
  const { exportDay } = await import('./export.ts')
  const parts = Object.entries(await exportDay(url, day, out)).map(
    ([name, bytes]) => `${name} (${bytes} bytes)`,
  )
  console.log(`Wrote ${parts.join(', ')} to ${out}.`)
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
      head: { type: 'string', multiple: true },
      keys: { type: 'string' },
    },
  })
  const [first, second] = positionals
  const { data, database, day, out } = values
  if (first === 'audit' && second !== undefined) return verifyAuditFile(second, values.head?.[0])
  if (first !== undefined && first !== 'export' && first !== 'audit')
    return verifyFolder(first, values.keys, values.head ?? [])
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

if (argv[1] === import.meta.filename && isTrustCommand(argv[2])) exit(await runTrust(argv.slice(2)))
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
