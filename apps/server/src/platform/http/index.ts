export { buildHttp, listen } from './app.ts'
export type { FileRoute } from './files.ts'
export { answerForwardedCalls, createForwarder } from './forwardedCalls.ts'
export { bearerToken, type CustomerSession, type StaffSession } from './pipeline.ts'
export {
  type AnyRoute,
  type ApiKeyIdentity,
  type CustomerIdentity,
  type ManagerIdentity,
  route,
  type StaffIdentity,
} from './route.ts'
export type { StepUpStatus } from './stepUp.ts'
