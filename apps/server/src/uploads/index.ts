export {
  attachPicture,
  attachStaffPicture,
  findOwnPicture,
  ownerPictureUrl,
  staffPictureUrl,
  type UploadsDeps,
  uploadCustomerPicture,
} from './service.ts'
