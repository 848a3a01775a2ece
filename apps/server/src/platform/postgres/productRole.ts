import { sql } from 'kysely'
import { type Database, type Db, openDatabase } from '../database/index.ts'
import { InvalidSettingsError } from '../settings/index.ts'
import { migrate } from './migrate.ts'

/** The role the product works as in the embedded database; migrations run as its owner. */
export const embeddedRole = 'glasshouse_product'

/** Key of the advisory lock under which one process grants at a time. */
const grantLock = '7315208846103'

/** A start on a busy machine: reading the schema and granting on all tables may take longer than a request. */
const startLimits: Database['limits'] = { statementMs: 60_000, commandMs: 60_000 }

/** What a role is refused, by the events a statement trigger of a table guards. */
const guarded = sql<{ table: string; privilege: string }>`
  select c.oid::regclass::text as table, e.privilege
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  cross join (values (8, 'delete'), (16, 'update'), (32, 'truncate')) as e (bit, privilege)
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    -- Before, for each statement, whatever the columns and without a condition: it refuses all of them.
    and t.tgtype & 1 = 0 and t.tgtype & 2 = 2 and t.tgtype & e.bit = e.bit
    and t.tgqual is null and t.tgattr = ''::int2vector`

/**
 * Gives a role what the product needs: rows of all tables, but no change of what a table's triggers guard (evidence,
 * ledger, audit log), no truncation, and nothing of the tables themselves, which belong to the role that migrates.
 */
const grantToProduct = async (owner: Db, role: string): Promise<void> => {
  await owner.transaction().execute(async (tx) => {
    // Several processes that start together would change the same rows of the catalog.
    await sql`select pg_advisory_xact_lock(${grantLock}::bigint)`.execute(tx)
    const name = sql.id(role)
    await sql`grant usage on schema public to ${name}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(tx)
    await sql`grant usage, select on all sequences in schema public to ${name}`.execute(tx)
    // The tables of the job library; the library's schema is changed by the owner alone.
    await sql`grant usage on schema platform_jobs to ${name}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema platform_jobs to ${name}`.execute(
      tx,
    )
    for (const { table, privilege } of (await guarded.execute(tx)).rows)
      await sql.raw(`revoke ${privilege} on ${table} from "${role.replaceAll('"', '""')}"`).execute(tx)
    // Written by the database alone.
    await sql`
      revoke insert, update, delete on trust_settlement, trust_settlement_outbox, markets_filed from ${name}`.execute(
      tx,
    )
  })
}

/** Brings a database up to date as its owner and prepares the role of the product; returns the migrations that ran. */
export const migrateForProduct = async (ownerUrl: string, role: string): Promise<readonly string[]> => {
  const owner = openDatabase(ownerUrl, 1, startLimits)
  try {
    const migrated = await migrate(owner.db)
    await grantToProduct(owner.db, role)
    return migrated
  } finally {
    await owner.close()
  }
}

/**
 * Makes the product's role in an embedded database with a password of this start, and returns the address to use it.
 * The password is kept nowhere: the next start makes another one.
 */
export const openProductRole = async (ownerUrl: string, password: string): Promise<string> => {
  const owner = openDatabase(ownerUrl, 1, startLimits)
  try {
    const { rows } = await sql`select from pg_roles where rolname = ${embeddedRole}`.execute(owner.db)
    const role = sql.id(embeddedRole)
    if (rows.length === 0) await sql`create role ${role} login`.execute(owner.db)
    await sql`alter role ${role} password ${sql.lit(password)}`.execute(owner.db)
  } finally {
    await owner.close()
  }
  const url = new URL(ownerUrl)
  url.username = embeddedRole
  url.password = password
  return url.toString()
}

/**
 * Requires that the role of the product cannot act as the one that migrates: otherwise it could change what it must not.
 *
 * @throws InvalidSettingsError it is the same role, a superuser, or a member of it
 */
const assertSeparateRoles = async (url: string, migrationUrl: string): Promise<void> => {
  const database = openDatabase(url, 1, startLimits)
  try {
    const owner = decodeURIComponent(new URL(migrationUrl).username)
    const { rows } = await sql<{ can_act: boolean }>`
      select rolsuper or coalesce((select pg_has_role(current_user, o.oid, 'member') from pg_roles o
        where o.rolname = ${owner}), false) as can_act
      from pg_roles where rolname = current_user`.execute(database.db)
    if (rows[0]?.can_act !== false)
      throw new InvalidSettingsError([
        'DATABASE_MIGRATION_URL: the role of DATABASE_URL can act as this one (it is the same, a member of it or a superuser), and could change evidence',
      ])
  } finally {
    await database.close()
  }
}

/**
 * Brings an outside database up to date: as the owner `migrationUrl` names, who lets the user of `url` work with it, or
 * as the user of `url`, who then owns the tables and could change evidence.
 */
export const migrateDatabase = async (
  url: string,
  migrationUrl: string | undefined,
): Promise<readonly string[]> => {
  if (migrationUrl !== undefined) {
    await assertSeparateRoles(url, migrationUrl)
    return migrateForProduct(migrationUrl, decodeURIComponent(new URL(url).username))
  }
  const database = openDatabase(url, 1, startLimits)
  try {
    return await migrate(database.db)
  } finally {
    await database.close()
  }
}
