import type { RequestOf } from '@glasshouse/core/calls'
import { isEmail, isUsername } from '@glasshouse/core/identity/rules'

export type ProfileFields = { readonly username: string; readonly email: string }
export type ProfileEdit = {
  readonly mistakes: Readonly<Partial<Record<keyof ProfileFields, true>>>
  /** Only what is different; null while nothing is, or while something is wrong. */
  readonly request: RequestOf<'/api/user/setUserinfo'> | null
  readonly same: boolean
}

/**
 * What an edit of name and e-mail would send: only the changed fields.
 *
 * @example planEdit({ username: 'Ann', email: 'a@b.c' }, { username: 'Anna', email: 'a@b.c' }).request // { username: 'Anna' }
 */
export const diffProfile = (now: ProfileFields, typed: ProfileFields): ProfileEdit => {
  const username = typed.username.trim()
  const email = typed.email.trim()
  const mistakes = {
    ...(isUsername(username) ? {} : { username: true as const }),
    ...(isEmail(email) ? {} : { email: true as const }),
  }
  const changes = {
    ...(username === now.username ? {} : { username }),
    ...(email === now.email ? {} : { email }),
  }
  const same = Object.keys(changes).length === 0
  return { mistakes, same, request: same || Object.keys(mistakes).length > 0 ? null : changes }
}

const alreadyTaken = 1009

/** The field a refusal is about; only an e-mail address can be taken. */
export const fieldOfError = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): keyof ProfileFields | null => {
  if (refusal?.retCode === alreadyTaken) return 'email'
  const field = refusal?.data.field
  return field === 'email' || field === 'username' ? field : null
}
