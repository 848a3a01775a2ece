export { openPush } from './open.ts'
