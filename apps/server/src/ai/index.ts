export { activateCode, claimCode } from './service/activation.ts'
