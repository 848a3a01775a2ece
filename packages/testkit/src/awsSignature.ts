import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The account a store knows, and its time in epoch milliseconds. */
type Account = { readonly keyId: string; readonly secret: string; readonly nowMs: number }

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** A signature may be this far from the time of the store; milliseconds. */
const maxSkewMs = 15 * 60_000

type Claim = {
  /** Key, day, region, service and `aws4_request`. */
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payload: string
  /** The query without its signature, sorted. */
  readonly query: string
  readonly ttlMs: number
}

const claimOfHeader = ({ headers }: IncomingMessage, query: URLSearchParams): Claim | null => {
  const found = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '')
  if (found === null) return null
  const [, credential = '', signedHeaders = '', signature = ''] = found
  const date = String(headers['x-amz-date'])
  const payload = String(headers['x-amz-content-sha256'])
  return { credential, signedHeaders, signature, date, payload, query: query.toString(), ttlMs: maxSkewMs }
}

const claimOfQuery = (query: URLSearchParams): Claim | null => {
  const field = (name: string): string => query.get(`X-Amz-${name}`) ?? ''
  const [credential, signedHeaders, signature] = [
    field('Credential'),
    field('SignedHeaders'),
    field('Signature'),
  ]
  if (signature === '') return null
  const [date, ttlMs] = [field('Date'), Number(field('Expires')) * 1000]
  query.delete('X-Amz-Signature')
  query.sort()
  const signed = query.toString().replaceAll('+', '%20').replaceAll('*', '%2A')
  return { credential, signedHeaders, signature, date, ttlMs, payload: 'UNSIGNED-PAYLOAD', query: signed }
}

const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * Whether a request carries the account's signature (AWS version 4), in the header or in the address. Written from the
 * protocol, independent of what signs in the product.
 */
export const isSignedWith = (request: IncomingMessage, body: Buffer, account: Account): boolean => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const claim = claimOfQuery(searchParams) ?? claimOfHeader(request, searchParams)
  if (claim === null) return false
  const { credential, signedHeaders, date, payload, query } = claim
  const [keyId, day = '', region = '', service = ''] = credential.split('/')
  const age = account.nowMs - instantOf(date)
  if (keyId !== account.keyId || !(age > -maxSkewMs && age < claim.ttlMs)) return false
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  const canonical = [request.method, pathname, query, headers.join(''), signedHeaders, payload].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${account.secret}`, day))
  return hmac(key, text).toString('hex') === claim.signature
}
