import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  maxPdfLines,
  type Period,
  statementLinkTtlMs,
  statementPeriod,
} from '@glasshouse/core/ledger/statement'
import { type Language, languageOf } from '@glasshouse/core/wire/languages'
import { getProfile } from '../../identity/index.ts'
import {
  listStatementAccounts,
  listStatementEntries,
  type StatementAccount,
  type StatementLine,
} from '../../ledger/index.ts'
import { createSignedLink, type Db, type Platform, verifySignedLink } from '../../platform/index.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

const purpose = 'statement'
/** Lines read at once: little enough that writing them down never holds up the others. */
const linesAtOnce = 200

type Format = BodyOf<'/api/user/statement'>['format']

/** What a link asks for. */
export type StatementRequest = {
  readonly uid: number
  readonly from: string
  readonly to: string
  readonly format: Format
  readonly lang: Language
}

/**
 * A link to a customer's statement, good for five minutes without a session.
 *
 * Refuses 1001 for what is no day, 2002 (with `min` or `max`) for days that are turned around or too many, and for a
 * PDF of more than 10,000 lines.
 */
export const createStatementLink = async (
  { clock, database, secrets }: Deps,
  uid: number,
  { from, to, format }: BodyOf<'/api/user/statement'>,
  lang: Language,
): Promise<{ url: string }> => {
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
    { uid, from, to, format, lang },
    clock.now() + statementLinkTtlMs,
  )
  return { url: `/download/statement?link=${link}` }
}

/** What a link asks for; null when it is not good, or not good any more. */
export const verifyStatementLink = ({ clock, secrets }: Deps, link: string): StatementRequest | null => {
  const said = verifySignedLink(secrets, purpose, link, clock.now())
  if (said === null) return null
  const { uid, from, to, format, lang } = said
  if (typeof uid !== 'number' || typeof from !== 'string' || typeof to !== 'string') return null
  return { uid, from, to, format: format === 'pdf' ? 'pdf' : 'csv', lang: languageOf(lang) }
}

/** A line with the balance of its account after it. */
export type StatementRow = StatementLine & { readonly balance: bigint }

/** An account that has something to tell, with its lines as they are read. */
export type AccountStatement = StatementAccount & {
  readonly closing: bigint
  readonly read: () => AsyncGenerator<readonly StatementRow[]>
}

export type Statement = StatementRequest & {
  readonly period: Period
  readonly owner: { readonly username: string; readonly email: string }
  readonly madeMs: number
  readonly accounts: readonly AccountStatement[]
}

/**
 * The statement a link asks for. The accounts are one snapshot; the lines are read as somebody takes them, and the
 * running balance must end at the closing balance of the snapshot.
 */
export const streamStatement = async (
  { clock, database: { db } }: Deps,
  asked: StatementRequest,
): Promise<Statement> => {
  const period = statementPeriod(asked.from, asked.to)
  if (!('fromMs' in period)) throw new Error('a link was signed for days that are none')
  const { info } = await getProfile(db, asked.uid)
  const accounts = await listStatementAccounts(db, asked.uid, period)
  return {
    ...asked,
    period,
    owner: { username: info.username, email: info.email },
    madeMs: clock.business(),
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
  let told = 0
  let after = 0
  while (told < account.lines) {
    const lines = await listStatementEntries(db, account, period, after, linesAtOnce)
    after = lines.at(-1)?.sequence ?? account.lastSequence
    told += lines.length
    yield lines.map((line) => {
      balance += line.amount
      return { ...line, balance }
    })
    if (lines.length === 0) break
  }
  if (told !== account.lines || balance !== account.opening + account.in + account.out)
    throw new Error(`the statement of account ${account.id} does not add up`)
}
