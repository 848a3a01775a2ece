import { resealPictures, uploadJobs } from './jobs.ts'
import { picturePersonalData } from './personalData.ts'
import { uploadPages, uploadRoutes } from './routes.ts'
import { openUploads } from './service.ts'

export type { PictureViewers } from './routes.ts'

/** What the composition root connects of this module. */
export const uploadsModule = {
  personalData: picturePersonalData,
  pages: uploadPages,
  provides: {
    openUploads,
    uploadRoutes,
    resealPictures,
    uploadJobs,
  },
}
