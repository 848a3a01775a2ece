import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { platformOf } from '@glasshouse/testkit/platform'
import { newcomerPassword, startTestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecrets } from './platform/secrets/index.ts'
import { systemClock } from './platform/time/index.ts'
import { resealAll } from './resealing.ts'
import { openUploads } from './uploads/index.fixture.ts'
import { plainPicture } from './uploads/picture.fixture.ts'

/** SECRET_KEY is changed under a product with data of every kind that is sealed with it. */

const first = 'the first secret of the installation and long enough'
const second = 'the second secret of the installation and long enough'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-rotation-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const start = (secret: string, former?: string) =>
  startTestServer(
    database,
    {
      DATA_DIR: folder,
      SECRET_KEY: secret,
      ...(former === undefined ? {} : { SECRET_KEY_FORMER: former }),
    },
    former !== undefined,
  )
const bank = { firstname: 'Ada', lastname: 'Example', bankno: 'Sample Bank', iban: 'DE89370400440532013000' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const email = 'rotation@glasshouse.test'
const bytesOf = async (url: string, token: string) =>
  Buffer.from(await (await fetch(url, { headers: { Authorization: token } })).arrayBuffer())

/** Every sealed text in the database, by the column it stands in. */
const sealedTexts = async (): Promise<readonly { place: string; sealed: string }[]> => {
  const { rows } = await sql<{ place: string; sealed: string }>`
    select 'identity_totp' as place, secret as sealed from identity_totp
    union all select 'funding_destination', sealed from funding_destination
    union all select 'funding_destination_change', sealed from funding_destination_change
    union all select 'funding_withdrawal', destination from funding_withdrawal
    union all select 'kyc_submission', sealed from kyc_submission
    union all select 'kyc_key', sealed from kyc_key
    union all select 'trust_key', sealed from trust_key
    union all select 'trust_report', sealed_seed from trust_report
    union all select 'platform_answer', answer from platform_answer where answer is not null
    union all select 'uploads_picture', 'v2.' || keyid || '.' from uploads_picture
    union all select 'platform_state', value #>> '{}' from platform_state where name = 'platform.sealed'`.execute(
    database.db,
  )
  return rows
}
const keyids = async () => new Set((await sealedTexts()).map(({ sealed }) => sealed.split('.')[1]))

longIt(
  'changes the secret under running data, killed at every statement, and starts without the former one',
  async () => {
    let product = await start(first)
    const { token, uid } = await product.newcomer(email, '12025550155')
    const asked = async (path: string, fields = {}) => {
      const { retCode, data } = await product.ask(path, fields, {
        token,
        key: `rotation-${path.replaceAll('/', '.')}-${Object.keys(fields).length}`,
      })
      expect([path, retCode]).toEqual([path, 0])
      return data
    }
    await asked('/api/user/saveBankCard', bank)
    await asked('/api/user/saveOrUpdColdWallet', { addrtype: 1001, address })
    const picture = await plainPicture('png')
    const { url = '' } = await upload(product.url, token, pictureForm(picture))
    const shown = await bytesOf(product.url + url, token)
    const reverse = await plainPicture('png', { colour: { r: 1, g: 2, b: 3 } })
    const { url: reversepic = '' } = await upload(product.url, token, pictureForm(reverse))
    const identity = { username: 'Ada Example', idcard: 'L01-77' }
    await asked('/api/user/saveOrUpdKyc', { ...identity, forntpic: url, reversepic })
    const hash = sql<{ person_hash: string }>`select person_hash from kyc_submission where uid = ${uid}`
    const hashBefore = (await hash.execute(database.db)).rows
    expect(shown.length).toBeGreaterThan(100)
    const { secret } = (await asked('/api/user/totp', { action: 'start' })) as { secret: string }
    const code = await generate({ secret })
    await asked('/api/user/totp', { action: 'confirm', code })
    const destinationsBefore = [await asked('/api/user/myBankCard'), await asked('/api/user/queryColdWallet')]
    const { data: key } = await product.ask('/api/trust/key')
    const manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
    expect((await product.ask('/staff/api/liabilitiesRun', {}, { token: manager })).retCode).toBe(0)
    const proof = await asked('/api/trust/proof')
    await product.close()

    const places = new Set((await sealedTexts()).map(({ place }) => place))
    // The sample data brings withdrawals; together all of it is sealed with one key.
    expect(places.size).toBe(11)
    expect((await keyids()).size).toBe(1)
    const before = await sealedTexts()
    const summaries = sql`select id, uid, kind, summary, ip, changed_ms from funding_destination_change order by id`
    const changes = (await summaries.execute(database.db)).rows
    // A value of an earlier version has no key id.
    await sql`update identity_totp set secret = substr(secret, 13) where uid = ${uid}`.execute(database.db)
    await sql`update uploads_picture set keyid = null`.execute(database.db)

    await expect(start(second)).rejects.toThrow(/SECRET_KEY_FORMER/)

    const secrets = await openSecrets(database.db, second, [first])
    const platform = { ...platformOf(database, systemClock(0), { DATA_DIR: folder }), secrets }
    const uploads = openUploads(platform, async () => ({ daily: 1, total: 1 }))
    let kills = 0
    for (let at = 1; ; at += 1) {
      // Killed after a statement, the next one may find another connection and go on: the first ones are killed before.
      const when = at < 4 || at % 2 === 0 ? 'before' : 'after'
      const kill = killConnectionAt(database.url, at % 7 === 0 ? 1 : at, when)
      await resealAll(uploads).catch(() => undefined)
      kill.over()
      await drainDeadConnections(database.pool)
      if (!kill.happened()) break
      kills += 1
      // Until the end no start without the former secret succeeds, and none with it fails.
      if (at < 4) await expect(openSecrets(database.db, second)).rejects.toThrow(/SECRET_KEY_FORMER/)
      await openSecrets(database.db, second, [first])
    }
    expect(kills).toBeGreaterThan(5)
    expect(await keyids()).toEqual(new Set([secrets.keyid]))
    expect((await sealedTexts()).length).toBe(before.length)
    expect(await resealAll(uploads)).toBe(0)
    expect((await summaries.execute(database.db)).rows).toEqual(changes)

    product = await start(second)
    const otp = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
    const signedIn = await product.ask('/api/user/login', { email, pwd: newcomerPassword, type: 2, otp })
    expect(signedIn.retCode).toBe(0)
    const fresh = { token: String(signedIn.data) }
    expect([
      (await product.ask('/api/user/myBankCard', {}, fresh)).data,
      (await product.ask('/api/user/queryColdWallet', {}, fresh)).data,
    ]).toEqual(destinationsBefore)
    expect(await bytesOf(product.url + url, fresh.token)).toEqual(shown)
    expect((await product.ask('/api/user/queryKyc', {}, fresh)).data).toMatchObject(identity)
    expect((await hash.execute(database.db)).rows).toEqual(hashBefore)
    expect((await product.ask('/api/trust/key')).data).toEqual(key)
    // The nonces of a proof come from the seed of its report, which was sealed anew.
    expect((await product.ask('/api/trust/proof', {}, fresh)).data).toEqual(proof)
    await product.close()
    await expect(start(first)).rejects.toThrow(/SECRET_KEY/)
  },
)

it('seals anew by itself behind a start with the former secret, while the product runs', async () => {
  const third = 'the third secret of the installation and long enough'
  const product = await start(third, `${second},${first}`)
  const { keyid } = await openSecrets(database.db, third, [second])
  await expect.poll(keyids, { timeout: 60_000 }).toEqual(new Set([keyid]))
  await product.close()
  await (await start(third)).close()
})

it('does not change a record of a destination otherwise', async () => {
  const change = (set: string) => sql.raw(`update funding_destination_change set ${set}`).execute(database.db)
  await expect(change("sealed = 'other'")).rejects.toThrow(/not allowed/)
  await expect(change("sealed = sealed, summary = 'x'")).rejects.toThrow(/not allowed/)
  await expect(change("sealed = 'v2.00000000.x', uid = 1")).rejects.toThrow(/not allowed/)
})
