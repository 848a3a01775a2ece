export { postNotice, postNotices } from './service.ts'
