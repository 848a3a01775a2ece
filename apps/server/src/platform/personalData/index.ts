export { closingObstacles, exportPages, type PersonalData } from './personalData.ts'
