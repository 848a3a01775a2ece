import { isCommonPassword } from '@glasshouse/core/access/commonPasswords'
import { domainError } from '@glasshouse/core/errors/registry'
import { isPasswordAllowed, normalizePassword, type PasswordPolicy } from '@glasshouse/core/identity/rules'
import type { Settings } from '../../../platform/settings/index.ts'
import { isBreachedPassword } from './breachedPasswords.ts'

/**
 * Checks a new password of a customer or a staff member.
 *
 * @throws invalidField (1001) the policy forbids it, or it is known from a breach; names the field
 */
export const assertPasswordAllowed = async (
  settings: Pick<Settings, 'BREACHED_PASSWORDS_DIR'>,
  policy: PasswordPolicy,
  password: string,
  field: string,
): Promise<void> => {
  if (
    !isPasswordAllowed(password, policy) ||
    (policy === 'strong' && isCommonPassword(password)) ||
    (await isBreachedPassword(settings, normalizePassword(password)))
  )
    throw domainError('invalidField', { field })
}
