import type { Settings } from '../../../platform/settings/index.ts'
import { s3DayStore } from './bucketDayStore.ts'
import type { DayStore } from './dayStore.ts'
import { folderDayStore } from './folderDayStore.ts'

/** Opens where day files are kept: the S3-compatible store of the settings, or the data folder. */
export const openDayStore = (settings: Settings): DayStore =>
  s3DayStore(settings) ?? folderDayStore(settings.DATA_DIR)
