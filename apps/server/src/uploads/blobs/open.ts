import type { Platform } from '../../platform/index.ts'
import { bucketKeeper } from './bucket.ts'
import { folderKeeper } from './folder.ts'
import type { Keeper } from './keeper.ts'
import { sealed } from './sealed.ts'

/** Opens the keeper that the settings name: an S3-compatible store, or else a folder beside the database. */
export const openKeeper = ({ settings, secrets }: Pick<Platform, 'settings' | 'secrets'>): Keeper =>
  sealed(bucketKeeper(settings) ?? folderKeeper(settings.DATA_DIR), secrets)
