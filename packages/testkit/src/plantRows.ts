import pg from 'pg'

const asAttacker = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await work(client)
  } finally {
    await client.end()
  }
}

/** Runs statements one after the other as the owner of the database with every trigger off, as an attacker could. */
export const plantRows = (url: string, ...statements: readonly string[]): Promise<void> =>
  asAttacker(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** Does the same with one statement, looks, and puts the named tables back as they were. */
export const plantForALook = (
  url: string,
  tables: readonly string[],
  statement: string,
  look: () => Promise<void>,
): Promise<void> =>
  asAttacker(url, async (client) => {
    for (const name of tables) await client.query(`create temp table kept_${name} as table ${name}`)
    try {
      await client.query(statement)
      await look()
    } finally {
      for (const name of tables) await putBack(client, name)
    }
  })

const putBack = async (client: pg.Client, table: string): Promise<void> => {
  // Generated columns are computed again.
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const { columns } = rows[0]
  await client.query(`delete from ${table}`)
  await client.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`,
  )
}
