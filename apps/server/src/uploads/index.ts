export { startSweeping, sweepPictures } from './jobs.ts'
export { type Readers, uploadPages, uploadRoutes } from './routes.ts'
export {
  attachPicture,
  handIn,
  openUploads,
  ownerLink,
  ownPicture,
  type Quota,
  staffLink,
  type UploadsDeps,
} from './service.ts'
export { markAllGoing as erasePictures, selectPicturesOf as picturesOf } from './store.ts'
