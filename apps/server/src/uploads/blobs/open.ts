import type { Platform } from '../../platform/services/index.ts'
import type { BlobStore } from './blobStore.ts'
import { s3BlobStore } from './bucket.ts'
import { encryptedBlobStore } from './encryptedBlobStore.ts'
import { folderBlobStore } from './folder.ts'

/** Opens the configured blob store: an S3-compatible one, or a folder beside the database. */
export const openBlobStore = ({ settings, secrets }: Pick<Platform, 'settings' | 'secrets'>): BlobStore =>
  encryptedBlobStore(s3BlobStore(settings) ?? folderBlobStore(settings.DATA_DIR), secrets)
