export { resealPictures, startSweeping, sweepPictures } from './jobs.ts'
export { type PictureViewers, uploadPages, uploadRoutes } from './routes.ts'
export {
  attachPicture,
  attachStaffPicture,
  findOwnPicture,
  listCustomerPictures,
  openUploads,
  ownerPictureUrl,
  publishStaffPicture,
  type Quota,
  staffPictureUrl,
  type UploadsDeps,
  uploadCustomerPicture,
} from './service.ts'
export { updateAllDeleting as erasePictures } from './store.ts'
