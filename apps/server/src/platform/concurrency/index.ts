export { batchedRead } from './batchedRead.ts'
export { type BatchResult, createBatchQueue } from './batchQueue.ts'
export { createKeyedSemaphore } from './keyedSemaphore.ts'
export { inSlices } from './slices.ts'
