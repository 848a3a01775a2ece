export { startSweeping, sweepPictures } from './jobs.ts'
export { type PictureViewers, uploadPages, uploadRoutes } from './routes.ts'
export {
  attachPicture,
  uploadCustomerPicture,
  attachStaffPicture,
  openUploads,
  ownerPictureUrl,
  findOwnPicture,
  listCustomerPictures,
  publishStaffPicture,
  type Quota,
  staffPictureUrl,
  type UploadsDeps,
} from './service.ts'
export { updateAllDeleting as erasePictures } from './store.ts'
