import { resealPictures, uploadJobs } from './jobs.ts'
import { uploadPages, uploadRoutes } from './routes.ts'
import { openUploads } from './service.ts'

export type { PictureViewers } from './routes.ts'

/** What the composition root connects of this module. */
export const uploadsModule = {
  pages: uploadPages,
  provides: {
    openUploads,
    uploadRoutes,
    resealPictures,
    uploadJobs,
  },
}
