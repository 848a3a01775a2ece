export { exportPages, exportPaging, type PersonalData } from './personalData.ts'
