export { hashPassword, verifyPassword } from './service/password.ts'
export { assertPasswordAllowed } from './service/passwordPolicy.ts'
