import { createCipheriv, createDecipheriv } from 'node:crypto'
import { freshBytes, type Secrets } from '../../platform/secrets/index.ts'
import type { BlobStore } from './blobStore.ts'

const nonceBytes = 12
const tagBytes = 16
/** A blob begins with this and the 4 bytes of the id of its key; one of an earlier version begins with its nonce. */
const mark = Buffer.from('glasskey')
const headBytes = mark.length + 4

const decrypt = (key: Buffer, name: string, kept: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAAD(Buffer.from(name))
  decipher.setAuthTag(kept.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(kept.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/**
 * Encrypts the blobs of a store (AES-256-GCM, bound to the name): access to the folder, the store or a backup reveals
 * no picture, and a swapped picture is detected. Blobs of former secrets are read.
 */
export const encryptedBlobStore = (store: BlobStore, secrets: Secrets): BlobStore => {
  const purpose = 'uploads.picture'
  return {
    ...store,
    put: (name, bytes) => {
      const nonce = freshBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', secrets.keyFor(purpose), nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      const head = Buffer.concat([mark, Buffer.from(secrets.keyid, 'hex')])
      return store.put(name, Buffer.concat([head, nonce, cipher.getAuthTag(), body]))
    },
    get: async (name) => {
      const kept = await store.get(name)
      if (kept === null) return null
      const keys = secrets.keysFor(purpose)
      if (kept.subarray(0, mark.length).equals(mark)) {
        const keyid = kept.subarray(mark.length, headBytes).toString('hex')
        const key = keys.get(keyid)
        if (key === undefined)
          throw new Error(`a picture is sealed with the secret ${keyid}, which is not known`)
        return decrypt(key, name, kept.subarray(headBytes))
      }
      let failure: unknown
      for (const key of keys.values())
        try {
          return decrypt(key, name, kept)
        } catch (error) {
          failure = error
        }
      throw failure
    },
  }
}
