import { createHash, createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'

export type Post = {
  readonly token?: string
  /** Signs instead of the token: the secret of an API key. */
  readonly secret?: string
  /** The `Time` header in epoch milliseconds. */
  readonly time: number
  /** Sent instead of the right signature; null leaves the header out. */
  readonly sign?: string | null
  readonly key?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type HttpResult = {
  readonly status: number
  readonly retCode: number
  readonly message: string
  readonly data: unknown
  readonly total?: number
}

/** The `Sign` header, worked out here and not by the product. */
export const signatureHeader = (
  token: string | undefined,
  time: number,
  path: string,
  body: string,
): string =>
  createHmac('sha256', token ?? 'visitor')
    .update(`${time}\n${path}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

/** Makes a form of fields; a text goes out as it is. */
const bodyOf = (fields: string | Readonly<Record<string, string | number>>): string =>
  typeof fields === 'string'
    ? fields
    : new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()

/** Connections that the requests of a worker share. Idle ones keep no process running. */
const agent = new Agent({ keepAlive: true })
/** What `fetch` says of itself, which the product reads. */
const visitor = { Accept: '*/*', 'Accept-Language': '*', 'User-Agent': 'node' }

type TextResult = { readonly status: number; readonly text: string }

/** Sends a body; a call by `fetch` computes five times as much, and tests make some tens of thousands. */
const send = (url: string, body: string, headers: Readonly<Record<string, string>>): Promise<TextResult> =>
  new Promise((resolve, reject) => {
    const length = { 'Content-Length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers: { ...visitor, ...length, ...headers } })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.end(body)
  })

/**
 * Posts one signed request over a real socket and returns its envelope.
 *
 * @example await post(baseUrl, '/api/market/depth', { pid: 1 }, { time: clock.now() })
 */
export const post = async (
  baseUrl: string,
  path: string,
  fields: string | Readonly<Record<string, string | number>>,
  { token, secret, time, sign, key, type = 'application/x-www-form-urlencoded', headers = {} }: Post,
): Promise<HttpResult> => {
  const body = bodyOf(fields)
  const signature = sign === undefined ? signatureHeader(secret ?? token, time, path, body) : sign
  const { status, text } = await send(baseUrl + path, body, {
    'Content-Type': type,
    Time: String(time),
    ...(signature === null ? {} : { Sign: signature }),
    ...(token === undefined ? {} : { Authorization: token }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...headers,
  })
  return { status, ...(JSON.parse(text) as Omit<HttpResult, 'status'>) }
}
