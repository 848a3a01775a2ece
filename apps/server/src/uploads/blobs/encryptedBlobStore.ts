import { createCipheriv, createDecipheriv } from 'node:crypto'
import { freshBytes, type Secrets } from '../../platform/index.ts'
import type { BlobStore } from './keeper.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts the blobs of a store (AES-256-GCM, bound to the name): access to the folder, the store or a backup reveals
 * no picture, and a swapped picture is detected.
 */
export const encryptedBlobStore = (store: BlobStore, secrets: Secrets): BlobStore => {
  const key = secrets.keyFor('uploads.picture')
  return {
    ...store,
    put: (name, bytes) => {
      const nonce = freshBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return store.put(name, Buffer.concat([nonce, cipher.getAuthTag(), body]))
    },
    get: async (name) => {
      const kept = await store.get(name)
      if (kept === null) return null
      const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      }).setAAD(Buffer.from(name))
      decipher.setAuthTag(kept.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(kept.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
  }
}
