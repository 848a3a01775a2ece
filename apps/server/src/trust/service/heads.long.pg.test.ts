import { createHash, createPublicKey, verify } from 'node:crypto'
import { type HouseKey, parseHeads, type SignedText } from '@glasshouse/core/trust/heads'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { startTestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const isSigned = ({ text, signature }: SignedText, { publickey }: HouseKey): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publickey, 'hex')]),
      format: 'der',
      type: 'spki',
    }),
    Buffer.from(signature, 'hex'),
  )
/** Number and hash of the newest record of the log of BTCUSDT. */
const newestRecord = async () => {
  const { rows } = await sql<{ n: number; hash: string; event: string }>`
    select n, encode(hash, 'hex') as hash, event from markets_writer where pid = 1
    union all select n, encode(hash, 'hex'), 'tick' from markets_tick where pid = 1
    order by n desc limit 1`.execute(database.db)
  return rows[0]
}

it('signs the newest record of every chain each minute, also over a stop and a start', async () => {
  const house = await startTestServer(database)
  const { data: head } = (await house.ask('/api/trust/heads')) as { data: SignedText }
  const { data: keys } = (await house.ask('/api/trust/key')) as { data: HouseKey[] }
  const [key] = keys
  if (key === undefined) throw new Error('a key')
  expect(await (await fetch(`${house.url}/.well-known/glasshouse-keys.json`)).json()).toEqual(keys)
  expect(key).toMatchObject({ until: null, announced: true, keyid: head.keyid })
  expect(key.keyid).toBe(sha256(Buffer.from(key.publickey, 'hex')).slice(0, 16))
  expect(head.hash).toBe(sha256(head.text))
  expect(isSigned(head, key)).toBe(true)
  expect(isSigned({ ...head, text: `${head.text} ` }, key)).toBe(false)
  const parsed = parseHeads(head.text)
  // The sample trades are settled during the start: heads of a minute that began behind them name the settlements too.
  const names = parsed?.heads.map(({ name }) => name).filter((name) => name !== 'settlements')
  expect(names).toEqual(['BTCUSDT', 'ETHUSDT', 'terms'])
  expect(parsed?.minuteMs).toBe((parsed?.minuteMs ?? 1) - ((parsed?.minuteMs ?? 1) % 60_000))
  expect((await house.ask('/api/trust/heads', { minute: parsed?.minuteMs ?? 0 })).data).toEqual(head)
  expect((await house.ask('/api/trust/heads', { minute: 60_000 })).retCode).toBe(1005)
  await house.close()

  // The last heads name the record by which the writer stopped, and the settlements of the sample trades.
  const { rows } = await sql<{ text: string }>`
    select text from trust_head order by minute_ms desc limit 1`.execute(database.db)
  const last = parseHeads(rows[0]?.text ?? '')
  const newest = await newestRecord()
  expect(newest?.event).toBe('stop')
  expect(last?.heads[0]).toEqual({ name: 'BTCUSDT', n: newest?.n, hash: newest?.hash })
  const { rows: settled } = await sql<{ n: number; events: number }>`
    select (select max(n) from trust_settlement) as n,
      (select count(*) from contracts_event) + (select count(*) from options_event)
        + (select count(*) from wallets_sale) as events`.execute(database.db)
  expect(settled[0]?.n).toBe(settled[0]?.events)
  expect(last?.heads.find(({ name }) => name === 'settlements')?.n).toBe(settled[0]?.n)

  const again = await startTestServer(database)
  const { data: next } = (await again.ask('/api/trust/heads')) as { data: SignedText }
  expect(isSigned(next, key)).toBe(true)
  await again.close()
  await expect(sql`update trust_head set text = ''`.execute(database.db)).rejects.toThrow(/not allowed/)
  await expect(sql`delete from trust_head`.execute(database.db)).rejects.toThrow(/not allowed/)
  await expect(sql`delete from trust_key`.execute(database.db)).rejects.toThrow(/not allowed/)
})
