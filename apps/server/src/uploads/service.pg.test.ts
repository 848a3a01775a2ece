import { dayMs } from '@glasshouse/core/calendar/durations'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
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
  it('identifies a picture for its owner, with and without origin and link', async () => {
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

  it('identifies nothing for other customers', async () => {
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
  ])('%j identifies nothing', async (url) => {
    expect(await expectDomainError(own(url))).toEqual(gone)
  })

  it('is parsed completely or not at all', async () => {
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
  it('that is attached stays; an unattached one is deleted after a day', async () => {
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
    expect(await stage.deps.blobs.get(parsePictureUrl(kept.url) ?? '')).not.toBeNull()
    expect(await stage.deps.blobs.get(parsePictureUrl(unused.url) ?? '')).toBeNull()
  })

  it('keeps its first purpose', async () => {
    const id = await own((await hand()).url)
    await attach(id)
    await transact(db(), (tx) => attachPicture(tx, id, 'test 2'))
    expect(await listCustomerPictures(db(), uid)).toMatchObject([{ purpose: 'test 1' }])
  })

  it('that a sweep has taken can no longer be attached', async () => {
    const id = await own((await hand()).url)
    stage.platform.clock.tick(dayMs)
    await sweep()
    expect(await expectDomainError(attach(id))).toEqual(gone)
  })

  it('is either attached or swept when both run concurrently', async () => {
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
      expect((await stage.deps.blobs.get(parsePictureUrl(url) ?? '')) !== null).toBe(attached)
    }
  })

  it('is deleted with the account, whatever its purpose', async () => {
    const { url } = await hand()
    await attach(await own(url))
    await transact(db(), (tx) => updateAllDeleting(tx, uid))
    expect(await expectDomainError(own(url))).toEqual(gone)
    expect(await listCustomerPictures(db(), uid)).toEqual([])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
    expect(await stage.deps.blobs.get(parsePictureUrl(url) ?? '')).toBeNull()
  })
})

describe('a picture published by staff', () => {
  const shown = async (url: string) => (await stage.read(url)).status
  const keep = (url: string) => transact(db(), (tx) => attachStaffPicture(tx, url, 'banner 1'))

  it('is public, with or without a session, and its views are not recorded', async () => {
    const { url } = await publishStaffPicture(stage.deps, stage.staff.id, png)
    expect(await shown(url)).toBe(200)
    const ann = await stage.newcomer()
    expect((await stage.read(url, ann.token)).status).toBe(200)
    expect((await stage.read(url)).headers.get('content-security-policy')).toContain('sandbox')
    const { rows } = await sql`select 1 from staff_audit where action = 'pictureView'`.execute(db())
    expect(rows).toEqual([])
  })

  it('stays while it is attached, and is deleted after a day otherwise', async () => {
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

  it('belongs to no customer, and a customer’s picture cannot be published', async () => {
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
  it('of a day recovers as the day passes', async () => {
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

  it('of all pictures is returned in the error', async () => {
    stage.quota.total = 1
    await hand()
    expect(await expectDomainError(hand())).toEqual({ code: 'outOfRange', data: { max: 1 } })
  })

  it('is separate per customer', async () => {
    stage.quota.daily = 1
    await hand()
    const other = await stage.newcomer()
    await uploadCustomerPicture(stage.deps, other.uid, png)
  })

  it('cannot be exceeded by concurrent uploads', async () => {
    stage.quota.daily = 3
    // Encoded concurrently, so that all of them count at the same time.
    const deps = { ...stage.deps, inTurn: <T>(_: string, work: () => Promise<T>) => work() }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => uploadCustomerPicture(deps, uid, png)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await states()).toEqual(['kept', 'kept', 'kept'])
  })

  it('is not used up by rejected uploads', async () => {
    stage.quota.daily = 1
    await expectDomainError(uploadCustomerPicture(stage.deps, uid, Buffer.from('no picture')))
    await hand()
  })
})

describe('an interrupted upload', () => {
  it('leaves no visible picture and no orphan when the blob store fails', async () => {
    const away = { ...stage.deps.blobs, put: () => Promise.reject(new Error('the disk is full')) }
    await expect(uploadCustomerPicture({ ...stage.deps, blobs: away }, uid, png)).rejects.toThrow(
      'the disk is full',
    )
    expect(await states()).toEqual(['going'])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
  })

  it('in a sweep is completed by the next', async () => {
    await hand()
    stage.platform.clock.tick(dayMs)
    const away = { ...stage.deps.blobs, remove: () => Promise.reject(new Error('away')) }
    await expect(sweepPictures({ ...stage.deps, blobs: away })).rejects.toThrow('away')
    expect(await states()).toEqual(['going'])
    expect(await sweep()).toBe(1)
    expect(await states()).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'killed %s any statement leaves a complete picture or one that is swept',
    async (when) => {
      for (let at = 1; ; at += caseStride()) {
        const death = killConnectionAt(stage.platform.database.url, at, when)
        const url = await hand().then(
          (answer) => answer.url,
          () => null,
        )
        death.over()
        await drainDeadConnections(stage.platform.database.pool)
        if (url !== null) await attach(await own(url))
        // Listed pictures are readable, and no other is shown.
        for (const kept of await listCustomerPictures(db(), uid))
          expect(await stage.deps.blobs.get(parsePictureUrl(kept.url) ?? '')).not.toBeNull()
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
