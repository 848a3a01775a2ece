/** Wire forms of closing an account. */
import type { BodyOf, RequestOf } from '../calls.ts'

/** Closes the own account for good; the password confirms it. */
export type CloseAccountCommand = { readonly password: string }

/** Parses the request of `/api/user/closeAccount`. */
export const closeAccountFromWire = ({ pwd }: BodyOf<'/api/user/closeAccount'>): CloseAccountCommand => ({
  password: pwd,
})

/** Formats the request of `/api/user/closeAccount`. */
export const closeAccountToWire = ({
  password,
}: CloseAccountCommand): RequestOf<'/api/user/closeAccount'> => ({
  pwd: password,
})
