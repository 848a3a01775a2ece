export { exportPages, type PersonalData } from './personalData.ts'
