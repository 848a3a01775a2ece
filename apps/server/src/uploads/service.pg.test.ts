import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../platform/index.ts'
import { sweepPictures } from './jobs.ts'
import { parsePictureUrl } from './link.ts'
import { plainPicture } from './picture.fixture.ts'
import {
  attachPicture,
  attachStaffPicture,
  findOwnPicture,
  listCustomerPictures,
  ownerPictureUrl,
  publishStaffPicture,
  uploadCustomerPicture,
} from './service.ts'
import { updateAllDeleting } from './store.ts'
import { openStage, type UploadsStage } from './uploads.fixture.ts'

const dayMs = 86_400_000
const gone = { code: 'notFound', data: {} }

let stage: UploadsStage
let png: Buffer
let uid = 0
beforeAll(async () => {
  stage = await openStage()
  png = await plainPicture('png')
})
beforeEach(async () => {
  ;({ uid } = await stage.newcomer())
  Object.assign(stage.quota, { daily: 1000, total: 1000 })
  stage.platform.clock.tick(2 * dayMs)
  while ((await sweepPictures(stage.deps)) > 0);
})
afterAll(() => stage.close())

const db = () => stage.platform.database.db
const hand = () => uploadCustomerPicture(stage.deps, uid, png)
const attach = (id: number) => transact(db(), (tx) => attachPicture(tx, id, 'test 1'))
const own = async (url: string) => findOwnPicture(db(), uid, url)
const states = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from uploads_picture where uid = ${uid} order by id`.execute(db())
  return rows.map(({ state }) => state)
}
const sweep = () => sweepPictures(stage.deps)

describe('an address', () => {
  it('names a picture to its owner, with and without origin and link', async () => {
    const { url } = await hand()
    const id = await own(url)
    for (const text of [
      ` ${url} `,
      `https://example.com${url}`,
      (await ownerPictureUrl(stage.platform, id)) ?? '',
      `http://localhost:3000${await ownerPictureUrl(stage.platform, id)}`,
    ])
      expect([text, await own(text)]).toEqual([text, id])
  })

  it('names nothing to anybody else', async () => {
    const { url } = await hand()
    const other = await stage.newcomer()
    expect(await expectDomainError(findOwnPicture(db(), other.uid, url))).toEqual(gone)
  })

  it.each([
    '',
    'x',
    '/api/uploads/',
    `/api/uploads/${'x'.repeat(32)}`,
    `/api/uploads/${'x'.repeat(31)}`,
    '/api/uploads/../../../etc/passwd',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//evil.example',
  ])('%j names nothing', async (url) => {
    expect(await expectDomainError(own(url))).toEqual(gone)
  })

  it('is read whole or not at all', async () => {
    const { url } = await hand()
    for (const text of [
      `${url}/x`,
      `${url}#x`,
      `${url}?other=1`,
      `x${url}`,
      `${url}x`,
      `ftp://a${url}`,
      `${url}\n<`,
    ])
      expect([text, parsePictureUrl(text)]).toEqual([text, null])
  })
})

describe('a picture', () => {
  it('that is for something stays; one handed in for nothing goes after a day', async () => {
    const [kept, unused] = [await hand(), await hand()]
    await attach(await own(kept.url))
    stage.platform.clock.tick(dayMs - 1)
    expect(await sweep()).toBe(0)
    stage.platform.clock.tick(1)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    expect(await listCustomerPictures(db(), uid)).toMatchObject([
      { url: kept.url, type: 'image/png', purpose: 'test 1' },
    ])
    expect(await expectDomainError(own(unused.url))).toEqual(gone)
    expect(await stage.deps.keeper.get(parsePictureUrl(kept.url) ?? '')).not.toBeNull()
    expect(await stage.deps.keeper.get(parsePictureUrl(unused.url) ?? '')).toBeNull()
  })

  it('keeps what it was first for', async () => {
    const id = await own((await hand()).url)
    await attach(id)
    await transact(db(), (tx) => attachPicture(tx, id, 'test 2'))
    expect(await listCustomerPictures(db(), uid)).toMatchObject([{ purpose: 'test 1' }])
  })

  it('that a sweep has taken cannot be attached any more', async () => {
    const id = await own((await hand()).url)
    stage.platform.clock.tick(dayMs)
    await sweep()
    expect(await expectDomainError(attach(id))).toEqual(gone)
  })

  it('is either attached or swept when both are tried at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { url } = await hand()
      const id = await own(url)
      stage.platform.clock.tick(dayMs)
      const [attached, swept] = await Promise.all([
        attach(id).then(
          () => true,
          () => false,
        ),
        sweep(),
      ])
      expect([round, attached, swept]).toEqual([round, attached, attached ? 0 : 1])
      expect((await stage.deps.keeper.get(parsePictureUrl(url) ?? '')) !== null).toBe(attached)
    }
  })

  it('goes with the account, whatever it was for', async () => {
    const { url } = await hand()
    await attach(await own(url))
    await transact(db(), (tx) => updateAllDeleting(tx, uid))
    expect(await expectDomainError(own(url))).toEqual(gone)
    expect(await listCustomerPictures(db(), uid)).toEqual([])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
    expect(await stage.deps.keeper.get(parsePictureUrl(url) ?? '')).toBeNull()
  })
})

describe('a picture that staff put up', () => {
  const shown = async (url: string) => (await stage.read(url)).status
  const keep = (url: string) => transact(db(), (tx) => attachStaffPicture(tx, url, 'banner 1'))

  it('is shown to everybody, a session or not, without a record of a view', async () => {
    const { url } = await publishStaffPicture(stage.deps, stage.staff.id, png)
    expect(await shown(url)).toBe(200)
    const ann = await stage.newcomer()
    expect((await stage.read(url, ann.token)).status).toBe(200)
    expect((await stage.read(url)).headers.get('content-security-policy')).toContain('sandbox')
    const { rows } = await sql`select 1 from staff_audit where action = 'pictureView'`.execute(db())
    expect(rows).toEqual([])
  })

  it('stays when something keeps it, and goes after a day when nothing does', async () => {
    const [kept, loose] = [
      await publishStaffPicture(stage.deps, stage.staff.id, png),
      await publishStaffPicture(stage.deps, 1, png),
    ]
    await keep(kept.url)
    await keep(kept.url)
    stage.platform.clock.tick(dayMs)
    await sweep()
    expect([await shown(kept.url), await shown(loose.url)]).toEqual([200, 404])
    expect(await expectDomainError(keep(loose.url))).toEqual(gone)
  })

  it('is nobody’s own, and a customer’s picture cannot be kept as one', async () => {
    const [{ url }, theirs] = [await publishStaffPicture(stage.deps, stage.staff.id, png), await hand()]
    expect(await expectDomainError(own(url))).toEqual(gone)
    expect(await expectDomainError(keep(theirs.url))).toEqual(gone)
    expect(
      await expectDomainError(publishStaffPicture(stage.deps, stage.staff.id, Buffer.from('no picture'))),
    ).toMatchObject({
      code: 'invalidField',
    })
  })
})

describe('the quota', () => {
  it('of a day comes back as the day passes', async () => {
    stage.quota.daily = 2
    await hand()
    stage.platform.clock.tick(dayMs / 4)
    await hand()
    expect(await expectDomainError(hand())).toEqual({
      code: 'tooManyRequests',
      data: { retryAfter: (dayMs * 3) / 4 / 1000 },
    })
    stage.platform.clock.tick((dayMs * 3) / 4)
    await hand()
  })

  it('of all of them is told', async () => {
    stage.quota.total = 1
    await hand()
    expect(await expectDomainError(hand())).toEqual({ code: 'outOfRange', data: { max: 1 } })
  })

  it('is nobody else’s', async () => {
    stage.quota.daily = 1
    await hand()
    const other = await stage.newcomer()
    await uploadCustomerPicture(stage.deps, other.uid, png)
  })

  it('cannot be passed by many at once', async () => {
    stage.quota.daily = 3
    // Drawn all at the same time, so that all of them count at the same time.
    const deps = { ...stage.deps, inTurn: <T>(_: string, work: () => Promise<T>) => work() }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => uploadCustomerPicture(deps, uid, png)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await states()).toEqual(['kept', 'kept', 'kept'])
  })

  it('is not used up by what was refused', async () => {
    stage.quota.daily = 1
    await expectDomainError(uploadCustomerPicture(stage.deps, uid, Buffer.from('no picture')))
    await hand()
  })
})

describe('what goes wrong half-way', () => {
  it('at the keeper leaves nothing that is shown, and nothing for ever', async () => {
    const away = { ...stage.deps.keeper, put: () => Promise.reject(new Error('the disk is full')) }
    await expect(uploadCustomerPicture({ ...stage.deps, keeper: away }, uid, png)).rejects.toThrow(
      'the disk is full',
    )
    expect(await states()).toEqual(['going'])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
  })

  it('in a sweep is made up for by the next', async () => {
    await hand()
    stage.platform.clock.tick(dayMs)
    const away = { ...stage.deps.keeper, remove: () => Promise.reject(new Error('away')) }
    await expect(sweepPictures({ ...stage.deps, keeper: away })).rejects.toThrow('away')
    expect(await states()).toEqual(['going'])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'killed %s any statement leaves a whole picture or one that is swept',
    async (when) => {
      for (let at = 1; ; at += 1) {
        const death = killConnectionAt(stage.platform.database.url, at, when)
        const url = await hand().then(
          (answer) => answer.url,
          () => null,
        )
        death.over()
        await drainDeadConnections(stage.platform.database.pool)
        if (url !== null) await attach(await own(url))
        // What is kept can be read, and nothing else is shown.
        for (const kept of await listCustomerPictures(db(), uid))
          expect(await stage.deps.keeper.get(parsePictureUrl(kept.url) ?? '')).not.toBeNull()
        stage.platform.clock.tick(dayMs)
        await sweep()
        const left = await listCustomerPictures(db(), uid)
        expect([at, (await states()).filter((state) => state !== 'kept')]).toEqual([at, []])
        const files = await stage.files()
        for (const { url: keptUrl } of left)
          expect(files.some((file) => file.endsWith(parsePictureUrl(keptUrl) ?? '?'))).toBe(true)
        const { rows } = await sql<{ count: number }>`select count(*) from uploads_picture`.execute(db())
        expect([at, files.length]).toEqual([at, rows[0]?.count])
        if (!death.happened()) {
          expect(at).toBeGreaterThan(8)
          break
        }
      }
    },
  )
})
