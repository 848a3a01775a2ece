import type { Platform } from '../../platform/index.ts'
import { s3BlobStore } from './bucket.ts'
import { encryptedBlobStore } from './encryptedBlobStore.ts'
import { folderBlobStore } from './folder.ts'
import type { BlobStore } from './keeper.ts'

/** Opens the keeper that the settings name: an S3-compatible store, or else a folder beside the database. */
export const openBlobStore = ({ settings, secrets }: Pick<Platform, 'settings' | 'secrets'>): BlobStore =>
  encryptedBlobStore(s3BlobStore(settings) ?? folderBlobStore(settings.DATA_DIR), secrets)
