import { createHash, createHmac } from 'node:crypto'

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
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': type,
      Time: String(time),
      ...(signature === null ? {} : { Sign: signature }),
      ...(token === undefined ? {} : { Authorization: token }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
  })
  return { status: response.status, ...((await response.json()) as Omit<HttpResult, 'status'>) }
}
