export type { AccessTables, PrincipalTables } from './schema.ts'
export { type PrincipalKind, type RelyingParty, relyingPartyOf } from './service.ts'
