import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '@glasshouse/core/calls'
import { errorCodes } from '@glasshouse/core/errors/registry'
import { languages } from '@glasshouse/core/wire/languages'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
let database: TestDatabase
let house: FakeServer
let folder = ''
const waitingFor: string[] = []
const script = `console.log('${'x'.repeat(4000)}')`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-pages-'))
  await mkdir(join(folder, 'web', 'assets'), { recursive: true })
  await writeFile(
    join(folder, 'web', 'index.html'),
    '<meta name="glasshouse-mode" content="%MODE%"><meta name="mobile" content="%MOBILE_SITE%"><!-- %PAGE_FILES% -->',
  )
  const texts = Object.fromEntries(languages.map((language) => [language, [`assets/texts-${language}.js`]]))
  await writeFile(
    join(folder, 'web', 'page-files.json'),
    JSON.stringify({
      start: ['assets/start-1.js', 'assets/start-1.css'],
      pages: { '/contract': { files: ['assets/trade-1.js', 'assets/trade-1.css'], texts } },
    }),
  )
  await writeFile(join(folder, 'web', 'assets', 'main-abc123.js'), script)
  await writeFile(join(folder, 'web', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  database = await cloneDatabase()
  house = await startFakeServer(
    database,
    {
      pages: { web: join(folder, 'web'), staff: join(folder, 'staff') },
      missing: () => waitingFor,
      plugins: [(app) => void app.get('/practice/gateway/:id', async () => 'the gateway')],
    },
    { METRICS_TOKEN: 'a-long-metrics-token', MOBILE_SITE_URL: 'https://m.test/?a=1&b="$&' },
  )
})
afterAll(async () => {
  await house.close()
  await database.drop()
  await rm(folder, { recursive: true })
})
const get = (path: string, headers: Record<string, string> = {}) => fetch(house.url + path, { headers })

/** Without the URL normalization of `fetch`. */
const getRaw = (path: string): Promise<{ status: number; text: string }> =>
  new Promise((answered) => {
    const { port } = new URL(house.url)
    rawRequest({ port, path }, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => answered({ status: response.statusCode ?? 0, text }))
    }).end()
  })

it.each(['/', '/contract/BTCUSDT', '/m', '/m/assets', '/login?next=%2F'])(
  'serves the page at %s with the mode',
  async (path) => {
    const page = await get(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('content="practice"')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src 'self' ws://${new URL(house.url).host}`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  },
)

it.each([
  ['/receipt?token=x', 'noindex, nofollow'],
  ['/m/receipt', 'noindex, nofollow'],
  ['/trust', null],
])('tells search engines whether to list %s', async (path, robots) => {
  expect((await get(path)).headers.get('x-robots-tag')).toBe(robots)
})

it('names the files that the first view of a page needs, with the texts in the language of the browser', async () => {
  const linksOf = async (path: string, language: string) => {
    const page = await get(path, { 'accept-language': language })
    expect(page.headers.get('vary')).toBe('accept-encoding, accept-language')
    return [...(await page.text()).matchAll(/<link rel="(\w+)"([^>]*) href="([^"]+)">/g)].map(
      ([, rel, how = '', file]) => `${rel} ${file}${how.includes('low') ? ' later' : ''}`,
    )
  }
  const start = ['modulepreload /assets/start-1.js', 'preload /assets/start-1.css']
  const files = ['modulepreload /assets/trade-1.js later', 'preload /assets/trade-1.css']
  expect(await linksOf('/contract?symbol=ETHUSDT', 'ko-KR,ko;q=0.9')).toEqual([
    ...start,
    'modulepreload /assets/texts-kr.js later',
    ...files,
  ])
  expect(await linksOf('/contract', 'fi')).toEqual([
    ...start,
    'modulepreload /assets/texts-en.js later',
    ...files,
  ])
  expect(await linksOf('/assets', 'en')).toEqual(start)
  expect(await linksOf('/constructor', 'en')).toEqual(start)
})

it('passes the mobile site to the page and escapes the address', async () => {
  const page = await get('/')
  expect(await page.text()).toContain('content="https://m.test/?a=1&amp;b=&quot;$&amp;"')
})

it('serves built files compressed and immutable, and answers 304 for cached ones', async () => {
  const file = await get('/assets/main-abc123.js', { 'Accept-Encoding': 'br' })
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(await file.text()).toBe(script)
  const zipped = await get('/assets/main-abc123.js', { 'Accept-Encoding': 'gzip' })
  expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual(['gzip', script])
  const etag = file.headers.get('etag') ?? ''
  expect((await get('/assets/main-abc123.js', { 'If-None-Match': etag })).status).toBe(304)
  expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
})

it.each([
  '/assets/gone.js',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/secret.txt',
  '/favicon.ico',
  '/assets/main-abc123.js%00',
])('finds no file at %s', async (path) => {
  const answer = await getRaw(path)
  expect([400, 404]).toContain(answer.status)
  expect(answer.text).not.toContain('secret\n')
})

it('reports missing pages and serves them once they are built', async () => {
  const missing = await get('/console')
  expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('not built')])
  await mkdir(join(folder, 'staff'))
  await writeFile(join(folder, 'staff', 'index.html'), 'staff one')
  expect(await (await get('/console/reviews')).text()).toBe('staff one')
  await writeFile(join(folder, 'staff', 'index.html'), 'staff two')
  await utimes(join(folder, 'staff', 'index.html'), 1, 1)
  expect(await (await get('/console')).text()).toBe('staff two')
})

it('answers POST for a page with 404 and leaves plugin pages alone', async () => {
  expect((await fetch(`${house.url}/login`, { method: 'POST' })).status).toBe(404)
  expect(await (await get('/practice/gateway/x')).text()).toBe('the gateway')
})

it('reports liveness and readiness', async () => {
  expect((await get('/healthz')).status).toBe(200)
  expect(await (await get('/readyz')).json()).toEqual({ ready: true, waitingFor: [] })
  waitingFor.push('feed')
  const waiting = await get('/readyz')
  expect([waiting.status, await waiting.json()]).toEqual([503, { ready: false, waitingFor: ['feed'] }])
})

it('counts calls and shows metrics to loopback or with the token', async () => {
  await house.kList()
  await house.kList({ sign: null })
  const text = await (await get('/metrics')).text()
  expect(text).toContain('glasshouse_http_requests_total{path="/api/market/kList",retCode="0"} 1')
  expect(text).toContain('glasshouse_http_requests_total{path="/api/market/kList",retCode="1002"} 1')
  const throughProxy = { 'X-Forwarded-For': '203.0.113.9' }
  expect((await get('/metrics', throughProxy)).status).toBe(403)
  expect((await get('/metrics', { ...throughProxy, Authorization: 'Bearer wrong' })).status).toBe(403)
  expect(
    (await get('/metrics', { ...throughProxy, Authorization: 'Bearer a-long-metrics-token' })).status,
  ).toBe(200)
})

type Document = {
  openapi: string
  paths: Record<
    string,
    { post: { operationId: string; requestBody: { content: object }; 'x-refusals': object } }
  >
}
const readDocument = async () => (await (await get('/api/openapi.json')).json()) as Document

it('documents exactly its calls, with both content types and every error code', async () => {
  const document = await readDocument()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/api/contract/buyContract')
  expect(Object.keys(document.paths)).not.toContain('/api/user/login')
  for (const [path, { post }] of Object.entries(document.paths)) {
    expect(Object.keys(calls)).toContain(path)
    expect(Object.keys(post.requestBody.content)).toEqual([
      'application/x-www-form-urlencoded',
      'application/json',
    ])
  }
  const ids = Object.values(document.paths).map(({ post }) => post.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.paths['/api/contract/buyContract']?.post['x-refusals']).toMatchObject({
    noSession: errorCodes.unauthenticated,
    balanceLow: errorCodes.insufficientBalance,
    repeated: errorCodes.duplicateRequest,
  })
})

it('distinguishes errors from success, and lists the fields any form may contain', async () => {
  const text = await (await get('/api/openapi.json')).text()
  const document = JSON.parse(text) as { components: { schemas: object }; paths: Record<string, object> }
  expect(document.components.schemas).toMatchObject({
    Refused: { properties: { retCode: { not: { const: 0 } } } },
  })
  expect(document.paths['/api/contract/buyContract']).toMatchObject({
    post: {
      requestBody: {
        content: {
          'application/json': { schema: { properties: { comenewtask: {}, source: {}, code: {} } } },
        },
      },
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                anyOf: [{ properties: { retCode: { const: 0 } } }, { $ref: '#/components/schemas/Refused' }],
              },
            },
          },
        },
      },
    },
  })
})

it('serves a reference without script whose fields match the schemas', async () => {
  const page = await (await get('/api/docs')).text()
  expect(page).not.toMatch(/<script|onclick=|javascript:/i)
  for (const text of ['originPrice', 'liquidationPrice', 'signed in', '2001', 'at most once'])
    expect(page).toContain(text)
  expect(page).not.toContain('/api/user/login')
})

it('has a shell example that works unchanged', async () => {
  const page = await (await get('/api/docs')).text()
  const example =
    /<section id="api-market-depth">[\s\S]*?<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(page)?.[1] ?? ''
  const shell = example
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 10)))
    .replace(/http:\/\/127\.0\.0\.1:\d+/, house.url)
  house.clock.set(Date.now())
  const { stdout } = await run('sh', ['-c', shell])
  expect(JSON.parse(stdout)).toMatchObject({ retCode: 0, data: { time: 1 } })
})
