export { issueSession, storedUserAgent } from './service.ts'
export { updateLastUsed, updateSessionEnded, updateSessionsEnded } from './store.ts'
