export { startSweeping, sweepPictures } from './jobs.ts'
export { type Readers, uploadPages, uploadRoutes } from './routes.ts'
export {
  attachPicture,
  handIn,
  keepPutUp,
  openUploads,
  ownerLink,
  ownPicture,
  picturesOf,
  putUp,
  type Quota,
  staffLink,
  type UploadsDeps,
} from './service.ts'
export { markAllGoing as erasePictures } from './store.ts'
