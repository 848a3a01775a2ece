import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import type { Settings } from '../../../platform/settings/index.ts'
import { UpstreamError } from '../../../platform/telemetry/index.ts'
import type { DayStore } from './dayStore.ts'
import { dayFolder } from './folderDayStore.ts'

/** How long the store may be silent during a transfer; milliseconds. */
const silenceMs = 30_000

type Answer = Promise<IncomingMessage>

/** Sends a request whose body, if any, is streamed with its length: no file is held in memory. */
const send = (url: URL, method: string, headers: Record<string, string>, body?: string): Answer =>
  new Promise((answered, failed) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = open(url, { method, headers, timeout: silenceMs })
    const fail = (cause: unknown) =>
      failed(new UpstreamError('the store of day files does not answer', { cause }))
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', fail)
    request.on('response', answered)
    if (body === undefined) request.end()
    else pipeline(createReadStream(body), request).catch(fail)
  })

/** Keeps the files of days in the bucket of the settings, under `day-files/`; null if the settings name none. */
export const s3DayStore = (settings: Settings): DayStore | null => {
  const { UPLOADS_S3_URL: origin, UPLOADS_S3_BUCKET: bucket, DATA_DIR } = settings
  const { UPLOADS_S3_KEY: accessKeyId, UPLOADS_S3_SECRET: secretAccessKey } = settings
  if (origin === undefined || bucket === undefined) return null
  if (accessKeyId === undefined || secretAccessKey === undefined) return null
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region: settings.UPLOADS_S3_REGION,
    service: 's3',
  })
  /** An address that is good for this one request. */
  const addressOf = async (method: string, day: string, name: string): Promise<URL> => {
    const place = new URL(`/${bucket}/day-files/${day}/${name}`, origin)
    const signed = await client.sign(place, { method, aws: { signQuery: true } })
    return new URL(signed.url)
  }
  return {
    scratchFolder: async (day) => {
      const folder = dayFolder(DATA_DIR, day)
      await mkdir(folder, { recursive: true })
      return folder
    },
    put: async (day, name, path) => {
      const { size } = await stat(path)
      const answer = await send(
        await addressOf('PUT', day, name),
        'PUT',
        { 'content-length': String(size) },
        path,
      )
      answer.resume()
      if (answer.statusCode !== 200)
        throw new UpstreamError(`the store of day files answered ${answer.statusCode} to PUT`)
      await rm(path)
    },
    open: async (day, name, range) => {
      const headers: Record<string, string> =
        range === null ? {} : { range: `bytes=${range.from}-${range.to}` }
      const answer = await send(await addressOf('GET', day, name), 'GET', headers)
      if (answer.statusCode === 200 || answer.statusCode === 206) return answer
      answer.resume()
      if (answer.statusCode === 404) return null
      throw new UpstreamError(`the store of day files answered ${answer.statusCode} to GET`)
    },
  }
}
