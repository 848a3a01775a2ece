export type AccessTables = {
  access_attempt: AttemptTable
}

type AttemptTable = {
  key: string
  window_ms: number
  started_ms: number
  count: number
  last_ms: number
}

/**
 * The tables that hold the credentials of one kind of principal. They belong to the module of the principal; their
 * columns are the same for all kinds, but for the name of the owner.
 */
export type PrincipalTables = {
  /** The column that names the principal. */
  readonly owner: string
  readonly session: string
  readonly totp: string
  readonly passkey: string
  readonly challenge: string
  /** The column of a challenge that names what it is bound to. */
  readonly challengeBinding: string
}
