import { AwsClient } from 'aws4fetch'
import type { Settings } from '../../platform/settings/index.ts'
import { UpstreamError } from '../../platform/telemetry/index.ts'
import type { BlobStore } from './blobStore.ts'

/** Timeout of a request to the store; milliseconds. */
const answersWithinMs = 10_000

type Bucket = Pick<
  Settings,
  'UPLOADS_S3_URL' | 'UPLOADS_S3_BUCKET' | 'UPLOADS_S3_KEY' | 'UPLOADS_S3_SECRET' | 'UPLOADS_S3_REGION'
>

/** Stores pictures in a bucket of an S3-compatible store; null if the settings name none. */
export const s3BlobStore = (settings: Bucket): BlobStore | null => {
  const { UPLOADS_S3_URL: url, UPLOADS_S3_BUCKET: bucket } = settings
  const { UPLOADS_S3_KEY: accessKeyId, UPLOADS_S3_SECRET: secretAccessKey } = settings
  if (url === undefined || bucket === undefined) return null
  if (accessKeyId === undefined || secretAccessKey === undefined) return null
  const region = settings.UPLOADS_S3_REGION
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const ask = async (method: string, name: string, body?: Buffer): Promise<Response> => {
    const signal = AbortSignal.timeout(answersWithinMs)
    const options = { method, signal, ...(body === undefined ? {} : { body: new Uint8Array(body) }) }
    const answer = await client.fetch(new URL(`/${bucket}/${name}`, url), options).catch((cause: unknown) => {
      throw new UpstreamError('the store of pictures does not answer', { cause })
    })
    if (answer.ok || answer.status === 404) return answer
    throw new UpstreamError(`the store of pictures answered ${answer.status} to ${method}`)
  }
  const drop = (answer: Response): Promise<void> | undefined => answer.body?.cancel()
  return {
    put: async (name, bytes) => {
      const answer = await ask('PUT', name, bytes)
      await drop(answer)
      // A missing bucket must be created by the operator.
      if (!answer.ok) throw new UpstreamError('the store of pictures has no such bucket')
    },
    get: async (name) => {
      const answer = await ask('GET', name)
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      await drop(answer)
      return null
    },
    remove: async (name) => {
      await drop(await ask('DELETE', name))
    },
  }
}
