import { openBucket, type TestBucket } from '@glasshouse/testkit/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../platform/settings/index.ts'
import { s3BlobStore } from './blobs/bucket.ts'
import { sweepPictures } from './jobs.ts'
import { plainPicture } from './picture.fixture.ts'
import { listCustomerPictures } from './service.ts'
import { openStage, type UploadsStage } from './uploads.fixture.ts'

/** Pictures in an S3-compatible store on this machine. */

let bucket: TestBucket
let stage: UploadsStage
let ann: Awaited<ReturnType<UploadsStage['newcomer']>>
let png: Buffer
beforeAll(async () => {
  bucket = await openBucket()
  stage = await openStage(bucket.settings)
  ann = await stage.newcomer()
  png = await plainPicture('png')
})
afterAll(async () => {
  await stage.close()
  await bucket.close()
})

const storeWith = (changes: Readonly<Record<string, string>>) => {
  const store = s3BlobStore(readSettings({ ...bucket.settings, ...changes }))
  if (store === null) throw new Error('no blob store')
  return store
}
const name = 'n'.repeat(32)

describe('a bucket', () => {
  it('stores, returns and deletes', async () => {
    const store = storeWith({})
    expect(await store.get(name)).toBeNull()
    await store.put(name, Buffer.from('one'))
    expect(await store.get(name)).toEqual(Buffer.from('one'))
    await store.remove(name)
    expect(await store.get(name)).toBeNull()
    // Removing a missing blob succeeds: a killed sweep may repeat it.
    await store.remove(name)
  })

  it('that rejects the key or does not exist causes an upstream error', async () => {
    for (const wrong of [{ UPLOADS_S3_KEY: 'wrong' }, { UPLOADS_S3_BUCKET: 'other' }])
      await expect(storeWith(wrong).put(name, png)).rejects.toThrow('the store of pictures')
  })

  it('receives a signature that is valid for time, name and secret', async () => {
    await storeWith({}).put(name, png)
    await storeWith({}).remove(name)
    const forged = storeWith({ UPLOADS_S3_SECRET: 'another' })
    await expect(forged.put(name, png)).rejects.toThrow('answered 403 to PUT')
  })

  it.each(['UPLOADS_S3_BUCKET', 'UPLOADS_S3_KEY', 'UPLOADS_S3_SECRET'])(
    'requires complete settings: not without %s',
    (left) => {
      const settings = Object.fromEntries(Object.entries(bucket.settings).filter(([key]) => key !== left))
      expect(() => readSettings(settings)).toThrow(left)
    },
  )
})

describe('a picture in a bucket', () => {
  it('is served like from a folder, and stored encrypted', async () => {
    const { url = '' } = await stage.send(ann.token, png)
    const shown = await stage.read(url, ann.token)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    const [object = ''] = bucket.names()
    expect(url.endsWith(object)).toBe(true)
    expect((await storeWith({}).get(object))?.toString('latin1')).not.toMatch(/PNG|IHDR/)
    expect(await stage.files()).toEqual([])
  })

  it('shows nothing incomplete and leaves nothing behind while the bucket is unreachable', async () => {
    const { url = '' } = await stage.send(ann.token, png)
    const before = await listCustomerPictures(stage.platform.database.db, ann.uid)
    await bucket.stop()
    expect(await stage.send(ann.token, png)).toMatchObject({ status: 503, retCode: 5000 })
    expect((await stage.read(url, ann.token)).status).toBe(503)
    expect(await listCustomerPictures(stage.platform.database.db, ann.uid)).toEqual(before)
    await expect(sweepPictures(stage.deps)).rejects.toThrow('does not answer')
    await bucket.start()
    expect((await stage.read(url, ann.token)).status).toBe(200)
    expect(await sweepPictures(stage.deps)).toBe(1)
    expect(bucket.names()).toHaveLength(before.length)
    expect((await stage.send(ann.token, png)).retCode).toBe(0)
  })
})
