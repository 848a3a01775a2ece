import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { openBucket, type TestBucket } from '@glasshouse/testkit/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../platform/index.ts'
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

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Recomputes the signature (version 4) from the received request, independent of the product's code. */
const isSignedRight = ({ method, url, headers }: IncomingMessage, secret: string): boolean => {
  const sent =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    )
  if (sent === null) return false
  const [, day = '', region = '', names = '', signature] = sent
  const signed = names.split(';').map((header) => `${header}:${String(headers[header])}\n`)
  const canonical = [method, url, '', signed.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day))
  return hmac(key, text).toString('hex') === signature
}

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
    const seen: boolean[] = []
    const server = createServer((request, answer) => {
      request.resume()
      seen.push(isSignedRight(request, 'the secret'))
      answer.writeHead(seen.at(-1) ? 200 : 403).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const storeFor = (secret: string) =>
      storeWith({ UPLOADS_S3_URL: `http://127.0.0.1:${port}`, UPLOADS_S3_SECRET: secret })
    await storeFor('the secret').put(name, png)
    await storeFor('the secret').remove(name)
    await expect(storeFor('another').put(name, png)).rejects.toThrow('answered 403 to PUT')
    expect(seen).toEqual([true, true, false])
    await new Promise((closed) => server.close(closed))
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
    const [object = ''] = await bucket.names()
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
    expect(await bucket.names()).toHaveLength(before.length)
    expect((await stage.send(ann.token, png)).retCode).toBe(0)
  })
})
