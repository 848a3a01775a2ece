export { readAddress, readEmail, readPhone, readPhoneOf } from './service.ts'
