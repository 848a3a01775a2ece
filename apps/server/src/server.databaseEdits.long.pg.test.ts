import { webcrypto } from 'node:crypto'
import type { HouseKey, SignedText } from '@glasshouse/core/trust/heads'
import { ownLineIssues } from '@glasshouse/core/trust/liabilities/ownLines'
import { type LiabilityProof, verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { type SignedReceipt, verifyKeys, verifyReceipts, verifyReports } from '@glasshouse/core/trust/verify'
import { cloneDatabase, onServer, type TestDatabase } from '@glasshouse/testkit/database'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invariants } from './invariants.ts'
import { checkInvariants } from './ledger/checks/index.ts'
import { openSecrets, type Secrets } from './platform/secrets/index.ts'
import { createLog } from './platform/telemetry/index.ts'
import { createClock } from './platform/time/index.ts'
import { liabilityParts } from './routes.ts'
import { publishHeads } from './trust/service/heads.ts'
import { listOwnLines } from './trust/service/liabilities/ownLines.ts'
import { proveLiability, signedReport } from './trust/service/liabilities/proof.ts'
import { makeReport } from './trust/service/liabilities/report.ts'
import { streamReceipts } from './trust/service/receipts/read.ts'
import { openSigner } from './trust/service/signing.ts'
import { listHouseKeys } from './trust/store/keys.ts'
import { listReports } from './trust/store/reports.ts'

// An operator edits the database, past every trigger: what do the checks of customers and readers say?

const crypto = webCrypto(webcrypto.subtle)
const day = 86_400_000

type SavedEvidence = {
  readonly proof: LiabilityProof
  readonly receipts: readonly SignedReceipt[]
  readonly reports: readonly SignedText[]
  readonly heads: readonly SignedText[]
  readonly keys: readonly HouseKey[]
}
let database: TestDatabase
let name: string
let uid: number
let kept: SavedEvidence

/** Later than everything that the product signed. */
const clock = createClock(() => 4_000_000_000_000)
const settings = { HOUSE_SIGNING_KEY: undefined, HOUSE_SIGNING_KEY_FORMER: undefined }
const log = createLog('silent')
const secretsOf = (db: TestDatabase): Promise<Secrets> => openSecrets(db.db, undefined)

const reportsOf = async (db: TestDatabase): Promise<readonly SignedText[]> =>
  (await listReports(db.db, { direction: 'asc', offset: 0, limit: 100 })).rows.map(signedReport)
const headsOf = async (db: TestDatabase): Promise<readonly SignedText[]> => {
  const { rows } = await sql<{ text: string; signature: Buffer; keyid: string }>`
    select text, signature, keyid from trust_head order by minute_ms`.execute(db.db)
  return Promise.all(
    rows.map(async ({ text, signature, keyid }) => ({
      ...{ text, keyid, signature: signature.toString('hex') },
      hash: Buffer.from(await crypto.sha256(new TextEncoder().encode(text))).toString('hex'),
    })),
  )
}
const receiptsOf = async (db: TestDatabase): Promise<readonly SignedReceipt[]> => {
  const all: SignedReceipt[] = []
  for await (const one of streamReceipts(db.db, uid, { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
    all.push(one)
  return all
}
const keep = async (db: TestDatabase): Promise<SavedEvidence> => ({
  proof: await proveLiability({ database: db, secrets: await secretsOf(db) }, uid, null),
  receipts: await receiptsOf(db),
  reports: await reportsOf(db),
  heads: await headsOf(db),
  keys: await listHouseKeys(db.db),
})

beforeAll(async () => {
  database = await cloneSampleDatabase()
  const product = await startTestServer(database)
  const manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  expect((await product.ask('/staff/api/liabilitiesRun', {}, { token: manager })).retCode).toBe(0)
  const token = await product.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  uid = ((await product.ask('/api/user/getuserinfo', {}, { token })).data as { uid: number }).uid
  const move = { type: 1, typeReverse: 1, transfervalue: '3.5' }
  expect((await product.ask('/api/user/walletTransfer', move, { token })).retCode).toBe(0)
  expect((await product.ask('/api/practice/clock', { advanceMs: day })).retCode).toBe(0)
  await product.close()
  const platform = { database, clock, log, secrets: await secretsOf(database) }
  // The minutes of the product that ran are those in which the sample was made: they keep their heads.
  await publishHeads(
    {
      ...platform,
      signer: await openSigner({ ...platform, settings }),
      markets: { heads: async () => [] },
      sequencer: { drain: async () => undefined },
    },
    [Math.ceil(clock.now() / 60_000) * 60_000],
  )
  kept = await keep(database)
  await database.close()
  name = new URL(database.url).pathname.slice(1)
})
afterAll(() => onServer(database.url, `drop database ${name} with (force)`))

/** Whether something fails or finds differences. */
const isSeen = async (look: () => Promise<boolean>): Promise<boolean> => look().catch(() => true)
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** What each check sees of an edited database. */
const checksOf = (db: TestDatabase, secrets: Secrets): Readonly<Record<string, () => Promise<boolean>>> => {
  const platform = { database: db, secrets }
  const proofOf = (number: number | null) => proveLiability(platform, uid, number)
  return {
    proof: async () => {
      const proof = await proofOf(kept.reports.length)
      const result = await verifyProof(crypto, proof, kept.keys, uid)
      return !result.isSound || differs(proof.balances, kept.proof.balances)
    },
    lines: async () => {
      const { lines } = await listOwnLines({ ...platform, parts: liabilityParts }, uid, kept.reports.length)
      return ownLineIssues(lines, (await proofOf(kept.reports.length)).balances, new Map()).length > 0
    },
    receipts: async () => (await verifyReceipts(crypto, await receiptsOf(db), kept.keys)).length > 0,
    'kept receipts': async () =>
      differs((await receiptsOf(db)).slice(0, kept.receipts.length), kept.receipts),
    reports: async () =>
      (await verifyReports(crypto, await reportsOf(db), await listHouseKeys(db.db), await headsOf(db)))
        .length > 0,
    'kept reports': async () => differs((await reportsOf(db)).slice(0, kept.reports.length), kept.reports),
    'kept heads': async () => differs((await headsOf(db)).slice(0, kept.heads.length), kept.heads),
    keys: async () => {
      const keys = await listHouseKeys(db.db)
      return (await verifyKeys(crypto, keys)).length > 0 || keys.some(({ announced }) => !announced)
    },
    ledger: async () => !(await checkInvariants(db.db, 0, invariants)).balanced,
    'next report': async () => {
      const signer = await openSigner({ ...platform, clock, settings })
      const deps = { ...platform, clock, log, signer, parts: liabilityParts, chains: new Map() }
      await makeReport({ ...deps, maxCustomersHere: 1_000 }, null, null, async () => undefined)
      const all = await reportsOf(db)
      const { lines } = await listOwnLines({ ...platform, parts: liabilityParts }, uid, all.length)
      const { balances } = await proofOf(all.length)
      return (
        (await verifyReports(crypto, all, kept.keys, [])).length > 0 ||
        ownLineIssues(lines, balances, new Map()).length > 0
      )
    },
  }
}

const seenAfter = async (statements: readonly string[]): Promise<readonly string[]> => {
  const edited = await cloneDatabase(8, patientLimits, name)
  try {
    const secrets = await secretsOf(edited)
    await edited.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) {
        const { numAffectedRows } = await sql.raw(statement).execute(tx)
        expect(numAffectedRows ?? 1n, statement).toBeGreaterThan(0n)
      }
    })
    const seen: string[] = []
    for (const [check, look] of Object.entries(checksOf(edited, secrets)))
      if (await isSeen(look)) seen.push(check)
    return seen
  } finally {
    await edited.drop()
  }
}

it('reports nothing for an unedited database', async () => {
  const plain = await cloneDatabase(8, patientLimits, name)
  try {
    for (const [check, look] of Object.entries(checksOf(plain, await secretsOf(plain))))
      expect(await look(), check).toBe(false)
  } finally {
    await plain.drop()
  }
})

const wallet = () => `owner = 'customer' and owner_id = ${uid} and purpose = 'wallet' and asset = 'USDT'`
const newest = `(select max(number) from trust_report)`

/** Sets one byte of a column to another value. */
const flip = (column: string, at: string): string =>
  `${column} = set_byte(${column}, ${at}, (get_byte(${column}, ${at}) + 1) % 256)`
const chosen = (column: 'min' | 'max') =>
  `(select ${column}(transaction_id) from trust_receipt where uid = ${uid})`

type Edit = {
  readonly what: string
  readonly statements: () => readonly string[]
  readonly seen: readonly string[]
}
const edits: readonly Edit[] = [
  {
    what: 'a balance',
    statements: () => [`update ledger_account set balance = balance - 100 where ${wallet()}`],
    seen: ['ledger', 'next report'],
  },
  {
    what: 'a balance that the operator takes',
    statements: () => [
      `update ledger_account set balance = balance - 100 where ${wallet()}`,
      `update ledger_account set balance = balance + 100 where name = 'house/trading/USDT'`,
    ],
    seen: ['ledger', 'next report'],
  },
  {
    what: 'a balance with every entry behind it',
    statements: () => [
      `update ledger_account set balance = balance - 100 where ${wallet()}`,
      `update ledger_account set balance = balance + 100 where name = 'house/trading/USDT'`,
      `update ledger_entry e set balance = e.balance - 100, amount = e.amount - case when e.sequence = 1 then 100 else 0 end
        from ledger_account a where a.id = e.account_id and a.${wallet()}`,
      `update ledger_entry e set amount = e.amount + 100, balance = e.balance + 100 from ledger_account a
        where a.id = e.account_id and a.name = 'house/trading/USDT' and e.sequence = a.sequence`,
    ],
    seen: ['lines', 'receipts', 'kept receipts', 'ledger'],
  },
  {
    what: 'the newest transaction of a customer with its receipts',
    statements: () => [
      `create temp table gone as select ${chosen('max')} as id`,
      `update ledger_account a set balance = a.balance - e.amount, sequence = a.sequence - 1 from ledger_entry e, gone
        where e.transaction_id = gone.id and a.id = e.account_id`,
      'delete from ledger_entry using gone where transaction_id = gone.id',
      'delete from ledger_transaction using gone where ledger_transaction.id = gone.id',
      'delete from trust_receipt using gone where transaction_id = gone.id',
    ],
    seen: ['lines', 'kept receipts', 'ledger', 'next report'],
  },
  {
    what: 'a customer who is left out',
    statements: () => [`delete from identity_customer where uid = ${uid}`],
    seen: ['next report'],
  },
  {
    what: 'accrued interest',
    statements: () => [
      `update invest_order set accrued = accrued - 1 where uid = ${uid} and method = 'compound' and accrued > 1`,
    ],
    seen: ['ledger'],
  },
  {
    what: 'units of a copy order',
    statements: () => [
      `update invest_copy c set units = units - 1000000 from invest_order o
        where o.id = c.order_id and o.uid = ${uid} and units > 1000000`,
    ],
    seen: ['ledger'],
  },
  {
    what: 'the text of a report',
    statements: () => [
      `update trust_report set text = replace(text, 'total.USDT=', 'total.USDT=1') where number = ${newest}`,
    ],
    seen: ['proof', 'reports', 'kept reports', 'ledger', 'next report'],
  },
  {
    what: 'the newest report, taken back',
    statements: () => [`delete from trust_report where number = ${newest}`],
    seen: ['proof', 'lines', 'reports', 'kept reports', 'ledger'],
  },
  {
    what: 'the first report, taken back',
    statements: () => ['delete from trust_report where number = 1'],
    seen: ['reports', 'kept reports', 'ledger', 'next report'],
  },
  {
    what: 'a leaf',
    statements: () => [
      `update trust_report_nodes set ${flip('nodes', '20')} where number = ${newest} and height = 0`,
    ],
    seen: ['proof'],
  },
  {
    what: 'the balances of a customer in a tree',
    statements: () => [
      `update trust_report_customers set ${flip('customers', `position(int8send(${uid}) in customers) + 22`)}
        where number = ${newest}`,
    ],
    seen: ['proof'],
  },
  {
    what: 'the secret of the leaves',
    statements: () => [
      `update trust_report set sealed_seed = (select sealed_seed from trust_report where number = 1)
        where number = ${newest}`,
    ],
    seen: ['proof'],
  },
  {
    what: 'stored claims',
    statements: () => [
      `update trust_report_claims set claims = replace(claims, '${uid} accrued.USDT ', '${uid} accrued.USDT 1')
        where number = ${newest}`,
    ],
    seen: ['lines'],
  },
  {
    what: 'which transactions count',
    statements: () => [`update trust_report set uncounted = ${chosen('max')}::text where number = ${newest}`],
    seen: ['lines'],
  },
  {
    what: 'a receipt',
    statements: () => [`delete from trust_receipt where transaction_id = ${chosen('min')} and uid = ${uid}`],
    seen: ['kept receipts', 'ledger'],
  },
  {
    what: 'the hash of a receipt',
    statements: () => [
      `update trust_receipt set hash = sha256(hash) where uid = ${uid} and transaction_id = ${chosen('max')}`,
    ],
    seen: ['receipts', 'kept receipts'],
  },
  {
    what: 'the signature of a receipt',
    statements: () => [
      `update trust_receipt set ${flip('signature', '3')} where uid = ${uid} and transaction_id = ${chosen('max')}`,
    ],
    seen: ['receipts', 'kept receipts'],
  },
  {
    what: 'a head',
    statements: () => [`update trust_head set text = replace(text, 'BTCUSDT=', 'BTCUSDT=1')`],
    seen: ['reports', 'kept heads'],
  },
  {
    what: 'all heads',
    statements: () => ['delete from trust_head'],
    seen: ['kept heads'],
  },
  {
    what: 'a key',
    statements: () => ['update trust_key set public_key = sha256(public_key)'],
    seen: ['reports', 'keys'],
  },
  {
    what: 'another key beside the first',
    statements: () => [
      `insert into trust_key (keyid, public_key, sealed, from_ms)
        select left(encode(sha256(sha256(public_key)), 'hex'), 16), sha256(public_key), sealed, from_ms + 1 from trust_key`,
    ],
    seen: ['keys'],
  },
  {
    what: 'a settlement',
    statements: () => ['update trust_settlement set at_ms = at_ms + 1 where n = 1'],
    seen: ['ledger'],
  },
  {
    what: 'withdrawals of the statistics',
    statements: () => ['delete from funding_withdrawal'],
    seen: ['ledger'],
  },
  // Who checked is counted by the operator alone: nothing signed names them.
  {
    what: 'how many checked',
    statements: () => ['insert into trust_report_check select 1, n from generate_series(1, 50) n'],
    seen: [],
  },
]

it.each(edits)('an edit of $what is seen by $seen', async ({ statements, seen }) => {
  expect(await seenAfter(statements())).toEqual(seen)
})
