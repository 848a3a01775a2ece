import { domainError } from '@glasshouse/core/errors/registry'
import type { StatementQuery } from '@glasshouse/core/ledger/codec'
import {
  maxPdfLines,
  type Period,
  statementLinkTtlMs,
  statementPeriod,
  statementSubjects,
} from '@glasshouse/core/ledger/statement'
import { type Language, languageOf } from '@glasshouse/core/wire/languages'
import { getProfile } from '../../identity/index.ts'
import {
  listStatementAccounts,
  listStatementEntries,
  type StatementAccount,
  type StatementLine,
} from '../../ledger/journal/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { createSignedLink, verifySignedLink } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

const purpose = 'statement'
/** Entries per read: few enough that formatting them does not block the event loop. */
const linesAtOnce = 200

/** Payload of a statement link. */
export type StatementRequest = StatementQuery & { readonly uid: number; readonly lang: Language }

/**
 * Creates a link to a customer's statement, valid for five minutes without a session.
 *
 * @throws invalidField (1001) a day is malformed, or a PDF is asked for of anything but the accounts
 * @throws outOfRange (2002, `min` or `max`) the days are reversed or too many, or the PDF would exceed 10,000 lines
 */
export const createStatementLink = async (
  { clock, database, secrets }: Deps,
  uid: number,
  { from, to, format, about }: StatementQuery,
  lang: Language,
): Promise<{ url: string }> => {
  if (about !== 'account' && format === 'pdf') throw domainError('invalidField', { field: 'format' })
  const period = statementPeriod(from, to)
  if ('field' in period) throw domainError('invalidField', period)
  if (!('fromMs' in period)) throw domainError('outOfRange', period)
  if (format === 'pdf') {
    const accounts = await listStatementAccounts(database.db, uid, period)
    const lines = accounts.reduce((sum, account) => sum + account.lines, 0)
    if (lines > maxPdfLines) throw domainError('outOfRange', { max: String(maxPdfLines) })
  }
  const link = createSignedLink(
    secrets,
    purpose,
    { uid, from, to, format, about, lang },
    clock.now() + statementLinkTtlMs,
  )
  return { url: `/download/statement?link=${link}` }
}

/** Payload of a link; null if it is invalid or expired. */
export const verifyStatementLink = ({ clock, secrets }: Deps, link: string): StatementRequest | null => {
  const said = verifySignedLink(secrets, purpose, link, clock.now())
  if (said === null) return null
  const { uid, from, to, format, about, lang } = said
  if (typeof uid !== 'number' || typeof from !== 'string' || typeof to !== 'string') return null
  return {
    ...{ uid, from, to, lang: languageOf(lang) },
    format: format === 'pdf' ? 'pdf' : 'csv',
    about: statementSubjects.find((subject) => subject === about) ?? 'account',
  }
}

/** An entry with the balance of its account after it. */
export type StatementRow = StatementLine & { readonly balance: bigint }

/** An account with a balance or entries in the period; the entries are read on demand. */
export type AccountStatement = StatementAccount & {
  readonly closing: bigint
  readonly read: () => AsyncGenerator<readonly StatementRow[]>
}

/** Reads the hash of a customer's newest signed receipt; null before the first. */
export type ReceiptHashOf = (db: Db, uid: number) => Promise<string | null>

export type Statement = StatementRequest & {
  readonly period: Period
  readonly owner: { readonly username: string; readonly email: string }
  readonly madeMs: number
  /** SHA-256 in hex of the newest signed receipt when the statement was opened; null without one. */
  readonly receiptHash: string | null
  readonly accounts: readonly AccountStatement[]
}

/**
 * Opens the statement of a link. The accounts are one snapshot; the entries are read on demand, and the running balance
 * must end at the closing balance of the snapshot.
 */
export const streamStatement = async (
  { clock, database: { reports: db }, receiptHashOf }: Deps & { readonly receiptHashOf: ReceiptHashOf },
  request: StatementRequest,
): Promise<Statement> => {
  const period = statementPeriod(request.from, request.to)
  if (!('fromMs' in period)) throw new Error('a link was signed for invalid days')
  const { info } = await getProfile(db, request.uid)
  const accounts = await listStatementAccounts(db, request.uid, period)
  return {
    ...request,
    period,
    owner: { username: info.username, email: info.email },
    madeMs: clock.business(),
    receiptHash: await receiptHashOf(db, request.uid),
    accounts: accounts
      .filter(({ opening, lines }) => opening !== 0n || lines > 0)
      .map((account) => ({
        ...account,
        closing: account.opening + account.in + account.out,
        read: () => readLines(db, account, period),
      })),
  }
}

async function* readLines(
  db: Db,
  account: StatementAccount,
  period: Period,
): AsyncGenerator<readonly StatementRow[]> {
  let balance = account.opening
  let streamed = 0
  let after = account.afterSequence
  while (streamed < account.lines) {
    const lines = await listStatementEntries(db, account, period, after, linesAtOnce)
    after = lines.at(-1)?.sequence ?? account.lastSequence
    streamed += lines.length
    yield lines.map((line) => {
      balance += line.amount
      return { ...line, balance }
    })
    if (lines.length === 0) break
  }
  if (streamed !== account.lines || balance !== account.opening + account.in + account.out)
    throw new Error(`the statement of account ${account.id} does not add up`)
}
