export { resealPictures, uploadJobs } from './jobs.ts'
export { type PictureViewers, uploadPages, uploadRoutes } from './routes.ts'
export {
  attachPicture,
  attachStaffPicture,
  findOwnPicture,
  listCustomerPictures,
  openUploads,
  ownerPictureUrl,
  type Quota,
  staffPictureUrl,
  type UploadsDeps,
  uploadCustomerPicture,
} from './service.ts'
export { updateAllDeleting as erasePictures } from './store.ts'
