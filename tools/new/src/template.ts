import type { ServerModule } from '../../../apps/server/src/modules.ts'

/** Substitutions of the templates: the module's name, its type name and its purpose. */
type Words = { readonly name: string; readonly Name: string; readonly purpose: string }

const index = ({ name }: Words) => `export { ${name}Routes } from './routes.ts'
export { openRecord, recordsOf } from './service.ts'
`

const schema = ({ name, Name }: Words) => `import type { Generated } from 'kysely'

/** Tables of the module ${name}. */
export type ${Name}Tables = {
  ${name}_record: { id: Generated<number>; uid: number; opened_ms: number }
}
`

const store = ({ name, Name }: Words) => `import type { Db, Tx } from '../platform/index.ts'
import type { ${Name}Tables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<${Name}Tables>()

/** Inserts a record and returns its id. */
export const insertRecord = async (tx: Tx, uid: number, openedMs: number): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('${name}_record')
    .values({ uid, opened_ms: openedMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One customer's records, newest first. */
export const listRecords = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('${name}_record')
    .select(['id', 'opened_ms'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .execute()
`

const events = ({ name, Name }: Words) => `import type { DomainEvent } from '../platform/index.ts'

/** A record was opened for a customer. */
export const ${name}Opened = (record: ${Name}Record): DomainEvent => ({ kind: '${name}Opened', body: { ...record } })

export type ${Name}Record = { readonly id: number; readonly uid: number }
`

const service = ({ name, Name }: Words) => `import type { Usdt } from '@glasshouse/core/money/units'
import { postSingle } from '../ledger/index.ts'
import { type Platform, publishEvents, transact } from '../platform/index.ts'
import { type ${Name}Record, ${name}Opened } from './events.ts'
import { feeCharged } from './postings.ts'
import { insertRecord, listRecords } from './store.ts'

export type ${Name}Deps = Pick<Platform, 'clock' | 'database'>

/** Opens a record for a customer and charges the fee (USDT). Throws \`insufficientBalance\` without effect. */
export const openRecord = ({ clock, database }: ${Name}Deps, uid: number, fee: Usdt): Promise<${Name}Record> =>
  transact(database.db, async (tx) => {
    const id = await insertRecord(tx, uid, clock.now())
    await postSingle(tx, clock.now(), feeCharged(uid, id, fee))
    await publishEvents(tx, [${name}Opened({ id, uid })], clock.now())
    return { id, uid }
  })

/** One customer's records, newest first. */
export const recordsOf = ({ database }: ${Name}Deps, uid: number) => listRecords(database.db, uid)
`

const postings = ({ name }: Words) => `import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** Replace this by the module's own transactions, one function each. This one: customer wallet → house fees. */
export const feeCharged = (uid: number, id: number, amount: Usdt): LedgerTransaction => ({
  cause: { kind: '${name}', id },
  key: \`${name}:\${id}:fee\`,
  transfers: [{ from: customer(uid, 'wallet'), to: house('fees'), amount, type: journal.contractFee }],
})
`

const routes = ({ name, Name }: Words) => `import type { AnyRoute } from '../platform/index.ts'
import type { ${Name}Deps } from './service.ts'

/**
 * The calls of this module. Write each into packages/core/src/${name}/wire.ts first, add it to calls.ts, and
 * handle it here with \`route(path, async ({ body, customer }) => …)\`.
 */
export const ${name}Routes = (_deps: ${Name}Deps): readonly AnyRoute[] => []
`

const test = ({ name }: Words) => `import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalances, postSingle } from '../ledger/index.ts'
import { transact } from '../platform/index.ts'
import { openRecord, recordsOf } from './index.ts'

const clock = fakeClock()
const wallet = customer(10001, 'wallet')

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  const transfers = [
    { from: external('deposits:sandbox'), to: wallet, amount: usdt('2'), type: journal.deposit },
  ]
  await transact(database.db, (tx) => postSingle(tx, clock.now(), { cause: { kind: 'test', id: 1 }, transfers }))
})
afterAll(() => database.drop())

it('opens a record, charges the fee and publishes an event', async () => {
  const { id } = await openRecord({ database, clock }, 10001, usdt('1.5'))
  expect(await recordsOf({ database, clock }, 10001)).toEqual([{ id, opened_ms: clock.now() }])
  expect(await recordsOf({ database, clock }, 10002)).toEqual([])
  expect(await getBalances(database.db, [wallet])).toEqual([usdt('0.5')])
  const facts = await database.db.selectFrom('platform_fact').select('kind').execute()
  expect(facts).toEqual([{ kind: '${name}Opened' }])
})

it('does nothing when the fee cannot be paid', async () => {
  const before = await recordsOf({ database, clock }, 10001)
  await expect(openRecord({ database, clock }, 10001, usdt('100'))).rejects.toThrow('insufficientBalance')
  expect(await recordsOf({ database, clock }, 10001)).toEqual(before)
})
`

const readme = ({ name, purpose }: Words) => `# ${name}

${purpose}

**States.** Which states a record has, and which command leads from one to the next.

**Invariants.** What is always true, and which check would see it broken.

**Money.** Every movement as from → to, or "no money moves here".

**Events.** \`${name}Opened { id, uid }\`.
`

const migration = ({ name, purpose }: Words) => `-- ${purpose}
create table ${name}_record (
  id bigint generated always as identity primary key,
  uid bigint not null,
  opened_ms bigint not null
);
create index ${name}_record_uid on ${name}_record (uid, id);
`

/** Files of a new module by path in the repository. They pass their tests unchanged and are meant to be filled in. */
export const filesOf = (room: ServerModule, migrationNumber: string): Readonly<Record<string, string>> => {
  const { name, purpose } = room
  const words = { name, purpose, Name: `${name.charAt(0).toUpperCase()}${name.slice(1)}` }
  const folder = `apps/server/src/${name}`
  return {
    [`${folder}/index.ts`]: index(words),
    [`${folder}/schema.ts`]: schema(words),
    [`${folder}/store.ts`]: store(words),
    [`${folder}/events.ts`]: events(words),
    [`${folder}/service.ts`]: service(words),
    [`${folder}/service.pg.test.ts`]: test(words),
    [`${folder}/postings.ts`]: postings(words),
    [`${folder}/routes.ts`]: routes(words),
    [`${folder}/README.md`]: readme(words),
    [`apps/server/migrations/${migrationNumber}_${name}.sql`]: migration(words),
  }
}
