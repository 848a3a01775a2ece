/** What tests use of this module besides its public API. */
export { orderEndedPosting } from './postings.ts'
