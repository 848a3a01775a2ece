import type pg from 'pg'

/** Rows that a table of the template has, as JSON, and how they are told from others. */
type Seed = {
  readonly table: string
  readonly columns: string
  readonly rows: string
  readonly digest: string
}

/** What a database was like when it was cloned from the template. */
export type TemplateState = {
  readonly schema: string
  readonly seeds: readonly Seed[]
  /** Each sequence as `setval` sets it. */
  readonly sequences: string
}

/** Oids below belong to PostgreSQL itself. */
const firstOwnOid = 16384
/** A database with more than this in its tables is not worth emptying; bytes. */
const maxBytes = 8 * 1024 ** 2

/** Of each catalog that DDL writes: how many rows of the product, and the newest transaction that wrote one. */
const catalogs: readonly (readonly [catalog: string, condition: string])[] = [
  ['pg_attribute', `attrelid >= ${firstOwnOid}`],
  ['pg_attrdef', `adrelid >= ${firstOwnOid}`],
  ['pg_constraint', `oid >= ${firstOwnOid}`],
  ['pg_index', `indexrelid >= ${firstOwnOid}`],
  ['pg_trigger', `tgrelid >= ${firstOwnOid}`],
  ['pg_sequence', 'true'],
  ['pg_proc', `oid >= ${firstOwnOid}`],
  ['pg_type', `oid >= ${firstOwnOid}`],
  ['pg_rewrite', `oid >= ${firstOwnOid}`],
  ['pg_policy', 'true'],
  ['pg_event_trigger', 'true'],
  ['pg_extension', 'true'],
  ['pg_publication', 'true'],
  ['pg_default_acl', 'true'],
  ['pg_largeobject_metadata', 'true'],
  ['pg_namespace', "nspname !~ '^pg_(toast_)?temp_'"],
  // Sizes and values that `analyze` found would change plans.
  ['pg_statistic', `starelid >= ${firstOwnOid}`],
  ['pg_statistic_ext', 'true'],
]

/** The rest of the schema: owners, rights, options and columns of tables, which a change of its rows alone would also rewrite. */
const schemaQuery = `select concat_ws(' ',
  (select sum(hashtextextended(concat_ws('|', oid, relname, relnamespace, relowner, relkind, relpersistence,
    relnatts, relchecks, relhasrules, relhastriggers, relrowsecurity, relforcerowsecurity, relreplident, reloptions,
    relacl, reltuples), 0)) from pg_class where oid >= ${firstOwnOid} and relkind not in ('i', 't')),
  (select concat_ws(',', datallowconn, datconnlimit, datacl) from pg_database where datname = current_database()),
  (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database()),
  ${catalogs
    .map(
      ([catalog, condition]) =>
        `(select concat_ws(',', count(*), max(xmin::text::bigint)) from ${catalog} where ${condition})`,
    )
    .join(',\n  ')}) as schema`

const ownTables = `select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid >= ${firstOwnOid} and c.relkind = 'r' and n.nspname !~ '^pg_'`

const digestOf = (table: string): string =>
  `select '${table}' as name, md5(string_agg(t::text, e'\\n')) as digest from ${table} t`

const readSchema = async (client: pg.PoolClient): Promise<string> =>
  (await client.query({ name: 'schema', text: schemaQuery })).rows[0].schema

const readSeed = async (client: pg.PoolClient, table: string): Promise<Seed> => {
  const { rows } = await client.query(
    `select (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select json_agg(t)::text from ${table} t), '[]') as rows,
      (select digest from (${digestOf(table)}) d) as digest`,
  )
  return { table, ...rows[0] }
}

/** Reads the state of a database that nothing has used since it was cloned. */
export const readTemplateState = async (client: pg.PoolClient): Promise<TemplateState> => {
  const schema = await readSchema(client)
  const { rows: filled } = await client.query(
    `select name from (${ownTables}) t where pg_relation_size(oid) > 0 order by name`,
  )
  const seeds: Seed[] = []
  for (const { name } of filled) seeds.push(await readSeed(client, name))
  const { rows: numbers } = await client.query(
    `select string_agg(format('(%s::oid, %s::bigint)', seqrelid, coalesce(pg_sequence_last_value(seqrelid)::text, 'null')),
      ', ') as sequences from pg_sequence`,
  )
  return { schema, seeds, sequences: numbers[0].sequences }
}

/** Deletes the rows of all tables that the template has none in, and puts the sequences back. */
const emptyTables = ({ seeds, sequences }: TemplateState): string => `do $do$
  declare own record;
  begin
    if (select sum(pg_relation_size(oid)) > ${maxBytes} from (${ownTables}) t) then
      raise exception 'too large';
    end if;
    for own in select name from (${ownTables}) t
      where pg_relation_size(oid) > 0 and name <> all ('{${seeds.map(({ table }) => table).join(',')}}')
    loop execute 'delete from ' || own.name; end loop;
    perform setval(s.oid, coalesce(s.last, p.seqstart), s.last is not null)
      from (values ${sequences}) as s (oid, last) join pg_sequence p on p.seqrelid = s.oid
      where pg_sequence_last_value(s.oid) is distinct from s.last;
  end $do$`

const listChanged = async (client: pg.PoolClient, { seeds }: TemplateState): Promise<readonly Seed[]> => {
  const text = seeds.map(({ table }) => digestOf(table)).join(' union all ')
  const { rows } = await client.query({ name: 'digests', text })
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]))
  return seeds.filter(({ table, digest }) => digests.get(table) !== digest)
}

const putBack = async (client: pg.PoolClient, { table, columns, rows }: Seed): Promise<void> => {
  await client.query(`delete from ${table}`)
  await client.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [rows],
  )
}

/**
 * Brings the rows and sequences of a database back to those of the template. It changes nothing of a database whose schema,
 * rights or statistics a test has changed, and answers false.
 */
export const restoreTemplateState = async (client: pg.PoolClient, state: TemplateState): Promise<boolean> => {
  if ((await readSchema(client)) !== state.schema) return false
  // Deleted as an attacker could: without triggers, which refuse it of evidence, and without foreign keys.
  await client.query("begin; set local session_replication_role = replica; set local lock_timeout = '5s'")
  await client.query(emptyTables(state))
  const changed = await listChanged(client, state)
  for (const seed of changed) await putBack(client, seed)
  await client.query('commit')
  return changed.length === 0 || (await listChanged(client, state)).length === 0
}
