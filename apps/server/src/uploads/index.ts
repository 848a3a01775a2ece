export {
  attachPicture,
  attachStaffPicture,
  findOwnPicture,
  listCustomerPictures,
  ownerPictureUrl,
  staffPictureUrl,
  type UploadsDeps,
  uploadCustomerPicture,
} from './service.ts'
export { updateAllDeleting as erasePictures } from './store.ts'
