/** What tests and tools use of this module besides its public API. */
export type { AttemptPolicy } from './service.ts'
