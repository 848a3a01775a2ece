export type { Platform } from './platform.ts'
