import { copyFile, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endCustomerSessions } from '../identity/index.fixture.ts'
import { createSignedLink } from '../platform/secrets/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { plainPicture } from './picture.fixture.ts'
import { maxFileBytes } from './picture.ts'
import { ownerPictureUrl, staffPictureUrl } from './service.ts'
import { openStage, staffToken, type UploadsStage } from './uploads.fixture.ts'

let stage: UploadsStage
let ann: Awaited<ReturnType<UploadsStage['newcomer']>>
let bob: typeof ann
let png: Buffer
beforeAll(async () => {
  stage = await openStage()
  ann = await stage.newcomer()
  bob = await stage.newcomer()
  png = await plainPicture('png')
})
afterAll(() => stage.close())

const db = () => stage.platform.database.db
const handedIn = async (token = ann.token, bytes = png): Promise<string> => {
  const answer = await stage.send(token, bytes)
  if (answer.url === undefined) throw new Error(`not taken: ${answer.retCode} ${answer.message}`)
  return answer.url
}
const idOf = async (url: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from uploads_picture where name = ${basename(url)}`.execute(db())
  return rows[0]?.id ?? 0
}
const origin = { ip: '127.0.0.1', userAgent: 'test' }

describe('uploading', () => {
  it('returns the fields of the page and the standard envelope', async () => {
    const answer = await stage.send(ann.token, png)
    expect(answer).toEqual({
      status: 200,
      retCode: 0,
      message: 'Done.',
      data: { url: answer.url },
      code: 200,
      url: expect.stringMatching(/^\/api\/uploads\/[\w-]{32}$/),
    })
  })

  it('uses the language of the form', async () => {
    const form = pictureForm(Buffer.from('no picture'))
    form.append('lang', 'es')
    const answer = await upload(stage.url, ann.token, form)
    expect(answer).toMatchObject({ status: 200, retCode: 1001, data: { field: 'file' } })
    expect(answer.message).not.toBe((await stage.send(ann.token, Buffer.from('no picture'))).message)
    expect(answer).not.toHaveProperty('code')
  })

  it.each([
    ['a page called a picture', Buffer.from('<html><script>alert(1)</script></html>'), 'a.png', 'image/png'],
    [
      'a drawing called what it is',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.svg',
      'image/svg+xml',
    ],
    ['nothing', Buffer.alloc(0), 'a.png', 'image/png'],
  ])('rejects %s', async (_, bytes, name, type) => {
    expect(await stage.send(ann.token, bytes, name, type)).toMatchObject({
      status: 200,
      retCode: 1001,
      data: { field: 'file' },
    })
  })

  it('detects the type by content, whatever the name and declared type', async () => {
    const names = [
      '../../../../etc/cron.d/evil',
      '..\\..\\evil.exe',
      '/etc/passwd',
      'evil.html',
      'a\u0000.php',
      '',
    ]
    for (const name of names) {
      const url =
        (await stage.send(ann.token, await plainPicture('webp'), name || 'blob', 'text/html')).url ?? ''
      const picture = await stage.read(url, ann.token)
      expect([name, picture.headers.get('content-type')]).toEqual([name, 'image/webp'])
    }
    for (const file of await stage.files()) expect(file).toMatch(/\/uploads\/[\w-]{2}\/[\w-]{32}$/)
  })

  it('stores no readable file', async () => {
    const url = await handedIn()
    const file = (await stage.files()).find((path) => path.endsWith(basename(url))) ?? ''
    const kept = (await readFile(file)).toString('latin1')
    expect(kept).not.toMatch(/PNG|IHDR|JFIF|WEBP/)
    const sent = Buffer.from(await (await stage.read(url, ann.token)).arrayBuffer())
    expect(sent.subarray(1, 4).toString()).toBe('PNG')
  })

  it('requires an open session', async () => {
    const cat = await stage.newcomer()
    for (const token of [undefined, '', 'nonsense', staffToken])
      expect((await stage.send(token, png)).retCode).toBe(102)
    await transact(db(), (tx) => endCustomerSessions(tx, cat.uid, stage.platform.clock.now()))
    expect((await stage.send(cat.token, png)).retCode).toBe(103)
  })
})

describe('a form', () => {
  const malformed = { status: 200, retCode: 1001, data: { field: 'file' } }
  const form = (change: (form: FormData) => void): FormData => {
    const made = new FormData()
    change(made)
    return made
  }
  const picture = () => new Blob([Uint8Array.from(png)], { type: 'image/png' })

  it.each<[string, () => FormData]>([
    ['without anything', () => form(() => undefined)],
    ['without a file', () => form((made) => made.append('file', 'text'))],
    ['with a file of another name', () => form((made) => made.append('picture', picture(), 'a.png'))],
    [
      'with two files',
      () =>
        form((made) => {
          made.append('file', picture(), 'a.png')
          made.append('file', picture(), 'b.png')
        }),
    ],
    [
      'with a name that reaches into objects',
      () => form((made) => made.append('__proto__', picture(), 'a.png')),
    ],
  ])('%s is rejected', async (_, made) => {
    expect(await upload(stage.url, ann.token, made())).toMatchObject(malformed)
  })

  it('with many fields is too large', async () => {
    const many = form((made) => {
      for (let n = 0; n < 50; n += 1) made.append(`field${n}`, 'x')
      made.append('file', picture(), 'a.png')
    })
    expect(await upload(stage.url, ann.token, many)).toMatchObject({ status: 413, retCode: 1001 })
  })

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=abc', '--def\r\n\r\n'],
    [
      'a part that does not end',
      'multipart/form-data; boundary=abc',
      '--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['no headers', 'multipart/form-data; boundary=abc', '--abc\r\n\r\nabc\r\n--abc--'],
  ])('with %s is rejected', async (_, type, body) => {
    expect(await upload(stage.url, ann.token, body, { 'Content-Type': type })).toMatchObject(malformed)
  })

  it.each(['application/x-www-form-urlencoded', 'application/json', 'image/png', 'text/plain'])(
    'of the type %s is rejected',
    async (type) => {
      const answer = await upload(stage.url, ann.token, Uint8Array.from(png), { 'Content-Type': type })
      expect(answer).toMatchObject({ status: 415, retCode: 1001 })
    },
  )
})

describe('the size', () => {
  it('may be five mebibytes and not a byte more', async () => {
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect((await stage.send(ann.token, padded(maxFileBytes))).retCode).toBe(0)
    expect(await stage.send(ann.token, padded(maxFileBytes + 1))).toMatchObject({
      status: 413,
      retCode: 1001,
      data: { field: 'body' },
    })
    expect(await stage.send(ann.token, padded(maxFileBytes + 100_000))).toMatchObject({ status: 413 })
  })

  /** Starts sending a file and does not finish. */
  const begin = (token: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=abc', authorization: token }
    const client = request(`${stage.url}/api/common/uploadFile`, { method: 'POST', headers })
    client.on('error', () => undefined)
    client.write('--abc\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc')
    return client
  }

  it('is enforced while a file is still being sent', async () => {
    const client = begin(ann.token)
    let status = 0
    client.on('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
    })
    const chunk = Buffer.alloc(256 * 1024)
    let bytes = 0
    while (!client.destroyed && bytes < 200_000_000) {
      bytes += chunk.length
      if (!client.write(chunk)) await wait(2)
    }
    expect(status).toBe(413)
    // Cut off at the discard limit, although the length of the file was never declared.
    expect(bytes).toBeLessThan(60_000_000)
  })

  it('of all concurrent reads is limited, per customer and in total', async () => {
    const cat = await stage.newcomer()
    const slow = [begin(cat.token), begin(cat.token)]
    await wait(300)
    await expect
      .poll(async () => {
        const answer = await stage.send(cat.token, png)
        return [answer.status, answer.retCode]
      })
      .toEqual([429, 1004])
    // Other customers are not affected.
    expect((await stage.send(ann.token, png)).retCode).toBe(0)
    for (const client of slow) client.destroy()
    await expect.poll(async () => (await stage.send(cat.token, png)).retCode).toBe(0)
  })
})

describe('a picture', () => {
  it('is harmless wherever it is opened', async () => {
    const { status, headers } = await stage.read(await handedIn(), ann.token)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="picture.png"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=60',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'authorization',
    })
  })

  it('is visible to its owner and to staff only', async () => {
    const url = await handedIn()
    const seen = async (token?: string) => (await stage.read(url, token)).status
    expect(await seen(ann.token)).toBe(200)
    expect(await seen(`Bearer ${ann.token}`)).toBe(200)
    expect(await seen(staffToken)).toBe(200)
    for (const token of [undefined, bob.token, 'nonsense'])
      expect([token, await seen(token)]).toEqual([token, 404])
  })

  it('of another customer gets the same response as a missing one', async () => {
    const foreign = await stage.read(await handedIn(), bob.token)
    const missing = await stage.read(`/api/uploads/${'x'.repeat(32)}`, bob.token)
    expect(await foreign.text()).toBe(await missing.text())
    expect([foreign.status, missing.status]).toEqual([404, 404])
  })

  it('is shown to staff with a record of each view', async () => {
    const url = await handedIn()
    const id = await idOf(url)
    await stage.read(url, staffToken)
    await staffPictureUrl(stage.platform, stage.staff, origin, id)
    const { rows } = await sql<{ action: string; staff_id: number }>`
      select action, staff_id from staff_audit where target = ${`picture ${id} of customer ${ann.uid}`}
    `.execute(db())
    expect(rows).toEqual([
      { action: 'pictureView', staff_id: stage.staff.id },
      { action: 'pictureView', staff_id: stage.staff.id },
    ])
  })

  it.each(['..%2f..%2fpostgres%2fPG_VERSION', '%2e%2e', 'a%00b', 'x'.repeat(33), '%', ''])(
    'is never found by the name %j',
    async (name) => {
      const { status } = await stage.read(`/api/uploads/${name}`, ann.token)
      expect([400, 404]).toContain(status)
    },
  )

  it('that was changed on disk is not shown', async () => {
    const [one, two] = [await handedIn(), await handedIn()]
    // Stores the content of one name under another.
    const { blobs } = stage.deps
    const plain = await blobs.get(basename(one))
    expect(plain).not.toBeNull()
    const files = await stage.files()
    const [from = '', to = ''] = [one, two].map(
      (url) => files.find((path) => path.endsWith(basename(url))) ?? '',
    )
    await copyFile(from, to)
    expect((await stage.read(two, ann.token)).status).toBe(500)
    expect((await stage.read(one, ann.token)).status).toBe(200)
  })
})

describe('a link', () => {
  it('shows its picture without a session for five minutes', async () => {
    const link = (await ownerPictureUrl(stage.platform, await idOf(await handedIn()))) ?? ''
    expect((await stage.read(link)).status).toBe(200)
    expect((await stage.read(link, ann.token)).status).toBe(200)
    stage.platform.clock.tick(5 * 60_000 - 1)
    expect((await stage.read(link)).status).toBe(200)
    stage.platform.clock.tick(1)
    expect((await stage.read(link)).status).toBe(404)
  })

  it('shows nothing to the session of another customer, who may have stolen it', async () => {
    const link = (await ownerPictureUrl(stage.platform, await idOf(await handedIn()))) ?? ''
    expect((await stage.read(link, bob.token)).status).toBe(404)
  })

  it('cannot be forged, changed, or used for another picture or purpose', async () => {
    const [one, two] = [await handedIn(), await handedIn(bob.token)]
    const link = (await ownerPictureUrl(stage.platform, await idOf(one))) ?? ''
    const signature = link.split('link=')[1] ?? ''
    const { secrets, clock } = stage.platform
    const payload = { name: basename(one), whom: `u${ann.uid}` }
    const bad = [
      `${two}?link=${signature}`,
      `${one}?link=`,
      `${one}?link=${signature.slice(0, -2)}`,
      `${one}?link=x${signature}`,
      `${one}?link=${signature}&link=${signature}`,
      `${one}?link=${createSignedLink(secrets, 'export', payload, clock.now() + 1000)}`,
      `${one}?link=${createSignedLink(secrets, 'picture', { ...payload, name: basename(two) }, clock.now() + 1000)}`,
    ]
    expect((await stage.read(link)).status).toBe(200)
    for (const url of bad) expect([url, (await stage.read(url)).status]).toEqual([url, 404])
  })
})

describe('the reference', () => {
  it('documents the upload', async () => {
    const document = (await (await stage.read('/api/openapi.json')).json()) as {
      paths: Record<string, { post: { requestBody: { content: object } } }>
    }
    const { post } = document.paths['/api/common/uploadFile'] ?? {}
    expect(Object.keys(post?.requestBody.content ?? {})).toEqual(['multipart/form-data'])
    const page = await (await stage.read('/api/docs')).text()
    expect(page).toContain('-F file=@picture.png')
    expect(page).not.toMatch(/<script|onclick=/i)
  })
})
