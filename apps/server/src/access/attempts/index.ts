export { type AttemptResult, attemptKey, throttleAttempts, tooManyAttempts } from './service.ts'
export { deleteAttempts, deleteStaleAttempts, incrementAttempts, listAttempts } from './store.ts'
