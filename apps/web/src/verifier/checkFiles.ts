import type { HouseKey, SignedText } from '@glasshouse/core/trust/heads'
import { verifyHoldings } from '@glasshouse/core/trust/holdings/holdings'
import {
  type ProofCrypto,
  type ProofResult,
  type ProofStep,
  traceProof,
} from '@glasshouse/core/trust/liabilities/proof'
import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { parseReceipt } from '@glasshouse/core/trust/receipts'
import type { SavedFile } from '@glasshouse/core/trust/savedFiles'
import {
  type SignedReceipt,
  type TrustDifference,
  unannouncedKeys,
  verifyKeyLists,
  verifyReceipts,
  verifyReportChain,
} from '@glasshouse/core/trust/verify'

/** A proof that was checked: the steps that hold, and the result. */
type CheckedProof = {
  readonly uid: number
  readonly report: number | null
  readonly balances: Readonly<Record<string, string>>
  readonly steps: readonly ProofStep[]
  readonly result: ProofResult
}

/** Receipts, reports or keys that were checked together. */
type CheckedList = {
  readonly kind: 'receipts' | 'reports' | 'keys' | 'holdings'
  readonly count: number
  readonly differences: readonly TrustDifference[]
  /** Number of the first report where it is not the first there ever was. */
  readonly begins: number | null
  /** Ids of keys that the key before did not announce. */
  readonly unannounced?: readonly string[]
  /** The report whose holdings they are. */
  readonly number?: number
}

export type Findings = {
  readonly proofs: readonly CheckedProof[]
  readonly lists: readonly CheckedList[]
  /** There are signed texts and no keys: no signature was checked, and receipts and reports not at all. */
  readonly lacksKeys: boolean
}

const checkProofs = async (
  crypto: ProofCrypto,
  files: readonly SavedFile[],
  keys: readonly HouseKey[] | null,
  uid: number | null,
): Promise<readonly CheckedProof[]> => {
  const checked: CheckedProof[] = []
  for (const file of files) {
    if (file.kind !== 'proof') continue
    const steps: ProofStep[] = []
    const result = await traceProof(crypto, file.proof, keys, uid, (event) => {
      if (event.kind === 'step') steps.push(event.step)
    })
    checked.push({
      uid: file.proof.uid,
      report: parseReport(file.proof.report.text)?.number ?? null,
      balances: file.proof.balances,
      steps,
      result,
    })
  }
  return checked
}

/** Reports that were chosen and those of proofs, each once; two texts of one number stay two and do not link. */
const reportsOf = (files: readonly SavedFile[]): readonly SignedText[] => {
  const all = files.flatMap((file) =>
    file.kind === 'report' ? [file.report] : file.kind === 'proof' ? [file.proof.report] : [],
  )
  const byContent = new Map(all.map((report) => [JSON.stringify([report.text, report.signature]), report]))
  return [...byContent.values()].toSorted((a, b) => numberOf(a) - numberOf(b))
}

const numberOf = ({ text }: Pick<SignedText, 'text'>): number => parseReport(text)?.number ?? 0

/** Receipts of another account than the one that was given. */
const ownerIssues = (receipts: readonly SignedReceipt[], uid: number | null): readonly TrustDifference[] =>
  receipts.flatMap(({ text }, at) => {
    const owner = parseReceipt(text)?.uid
    return uid === null || owner === undefined || owner === uid
      ? []
      : [{ at: `receipt ${at + 1}`, reason: `it is of account ${owner}` }]
  })

/** The proofs of holdings of each chosen report that states some, or for which some were chosen. */
const checkHoldings = (
  files: readonly SavedFile[],
  reports: readonly SignedText[],
): readonly CheckedList[] => {
  const chosen = files.flatMap((file) => (file.kind === 'holdings' ? [file.holdings] : []))
  const lists: CheckedList[] = []
  for (const { text } of reports) {
    const number = numberOf({ text })
    const holdings = chosen.find(([first]) => first?.message.includes(`\nnumber=${number}\n`)) ?? []
    if (holdings.length === 0 && parseReport(text)?.holdings === noneProven) continue
    const differences = verifyHoldings(text, holdings)
    lists.push({ kind: 'holdings', count: holdings.length, differences, begins: null, number })
  }
  return lists
}

/** Checks everything that was chosen, all of it against the chosen keys. */
export const checkFiles = async (
  crypto: ProofCrypto,
  files: readonly SavedFile[],
  uid: number | null,
): Promise<Findings> => {
  const { keys, differences } = await verifyKeyLists(
    crypto,
    files.flatMap((file) => (file.kind === 'keys' ? [file.keys] : [])),
  )
  const receipts: readonly SignedReceipt[] = files.flatMap((file) =>
    file.kind === 'receipts' ? file.receipts : [],
  )
  const heads = files.flatMap((file) => (file.kind === 'heads' ? file.heads : []))
  const reports = reportsOf(files)
  const proofs = await checkProofs(crypto, files, keys.length === 0 ? null : keys, uid)
  const isSigned = receipts.length + reports.length + heads.length > 0
  if (keys.length === 0) return { proofs, lists: [], lacksKeys: isSigned }
  const [first] = reports
  const begins = first === undefined || numberOf(first) <= 1 ? null : numberOf(first)
  const lists: CheckedList[] = [
    { kind: 'keys', count: keys.length, differences, begins: null, unannounced: unannouncedKeys(keys) },
  ]
  if (receipts.length > 0)
    lists.push({
      kind: 'receipts',
      count: receipts.length,
      differences: [...ownerIssues(receipts, uid), ...(await verifyReceipts(crypto, receipts, keys))],
      begins: null,
    })
  if (reports.length > 0 || heads.length > 0)
    lists.push({
      kind: 'reports',
      count: reports.length,
      differences: await verifyReportChain(crypto, reports, keys, heads, begins === null ? 'first' : 'any'),
      begins,
    })
  lists.push(...checkHoldings(files, reports))
  return { proofs, lists, lacksKeys: false }
}
