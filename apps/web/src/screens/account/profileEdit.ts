import type { RequestOf } from '@glasshouse/core/calls'
import { isUsername } from '@glasshouse/core/identity/rules'

export type ProfileFields = { readonly username: string }
export type ProfileEdit = {
  readonly mistakes: Readonly<Partial<Record<keyof ProfileFields, true>>>
  /** Only what is different; null while nothing is, or while something is wrong. */
  readonly request: RequestOf<'/api/user/setUserinfo'> | null
  readonly same: boolean
}

/**
 * What an edit of the name would send: only the changed fields.
 *
 * @example diffProfile({ username: 'Ann' }, { username: 'Anna' }).request // { username: 'Anna' }
 */
export const diffProfile = (now: ProfileFields, typed: ProfileFields): ProfileEdit => {
  const username = typed.username.trim()
  const mistakes = isUsername(username) ? {} : { username: true as const }
  const same = username === now.username
  return { mistakes, same, request: same || Object.keys(mistakes).length > 0 ? null : { username } }
}

/** The field a refusal is about. */
export const fieldOfError = (
  refusal: { readonly data: Readonly<Record<string, unknown>> } | null,
): keyof ProfileFields | null => (refusal?.data.field === 'username' ? 'username' : null)
