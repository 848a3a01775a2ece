import type { BodyOf, Calls, DataOf, Path } from '@glasshouse/core/calls'
import type { LockReason } from '@glasshouse/core/identity/locks'
import type { Language } from '@glasshouse/core/wire/languages'

/** A customer with a session. */
export type CustomerIdentity = {
  readonly uid: number
  readonly sessionId: number
  /** Why and until when the session is restricted, because the account is locked; absent in an ordinary session. */
  readonly restriction?: { readonly reason: LockReason; readonly until: number | null }
}
/** A program of a customer, with an API key. */
export type ApiKeyIdentity = { readonly uid: number; readonly apiKeyId: number }
/** The staff member whose session a call has. */
export type StaffIdentity = {
  readonly id: number
  readonly sessionId: number
  readonly email: string
  readonly name: string
  readonly role: 'service' | 'manager'
}

/** A manager: what a call that declares `requiredRole: 'manager'` is made by. */
export type ManagerIdentity = StaffIdentity & { readonly role: 'manager' }

/** Context of a call: the caller and the origin of the request. */
export type CallContext<Body> = {
  readonly body: Body
  readonly lang: Language
  readonly ip: string
  readonly userAgent: string
  /** The header `Device`: random, kept by the page; null without one. */
  readonly device: string | null
  /** ISO code of the caller's country as a trusted proxy named it; null where none did. */
  readonly country: string | null
  /** The raw session token, when one was sent. */
  readonly token: string | null
  readonly traceId: string
}

type CallerOf<P extends Path> = Calls[P]['audience'] extends 'user'
  ? {
      /** Calls that no API key can make have a session. */
      readonly customer: Calls[P] extends { apiKeyScope: 'none' }
        ? CustomerIdentity
        : CustomerIdentity | ApiKeyIdentity
      /**
       * Returns what confirmed this session: the password alone, or a second factor as well. Throws 1010 when
       * nothing did in the last ten minutes.
       */
      readonly requireStepUp: () => Promise<'password' | 'secondFactor'>
    }
  : Calls[P]['audience'] extends 'staff'
    ? { readonly staff: Calls[P] extends { requiredRole: 'manager' } ? ManagerIdentity : StaffIdentity }
    : unknown

type AnswerOf<P extends Path> = Calls[P] extends { list: true }
  ? { readonly rows: DataOf<P>; readonly total: number }
  : DataOf<P>

export type Route<P extends Path = Path> = {
  readonly path: P
  readonly answer: (context: CallContext<BodyOf<P>> & CallerOf<P>) => Promise<AnswerOf<P>>
}

/** A route whose exact types were checked at its definition. */
export type AnyRoute = { readonly path: Path; readonly answer: (context: never) => Promise<unknown> }

/**
 * Binds a call of the wire to its handler. Lists return `{ rows, total }`, the others their `data`.
 *
 * @example route('/api/market/kList', async () => listMarkets(markets))
 */
export const route = <P extends Path>(path: P, answer: Route<P>['answer']): AnyRoute => ({
  path,
  answer: answer as (context: never) => Promise<unknown>,
})
