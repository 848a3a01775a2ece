export { personalData } from '../../../apps/server/src/parts.ts'
