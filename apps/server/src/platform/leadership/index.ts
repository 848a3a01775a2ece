export { readForwardedFile, serveForwardedFiles } from './forwardedFiles.ts'
export { assertLeading, databaseName, standForLeader } from './leadership.ts'
