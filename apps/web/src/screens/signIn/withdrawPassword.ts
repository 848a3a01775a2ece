import type { RequestOf } from '@glasshouse/core/calls'
import { type AddressKind, setWithdrawPasswordToWire } from '@glasshouse/core/identity/codec'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { isPossiblePassword } from '../../components/passwords.ts'

/** What stands in the form of the withdraw password. */
export type WithdrawPassword = {
  /** Whether one is set already: then a code says who asks, and the password need not be repeated. */
  readonly isSet: boolean
  readonly way: AddressKind
  readonly password: string
  readonly again: string
  readonly code: string
}
export type WithdrawPasswordField = 'password' | 'again' | 'code'

/** The fields that would be refused. */
export const validateWithdrawPassword = (
  form: WithdrawPassword,
): Readonly<Partial<Record<WithdrawPasswordField, true>>> => ({
  ...(isPossiblePassword(form.password) ? {} : { password: true }),
  ...(form.isSet || form.again === form.password ? {} : { again: true }),
  ...(!form.isSet || isVerificationCode(form.code) ? {} : { code: true }),
})

/** The request that sets it. */
export const withdrawPasswordRequest = ({
  isSet,
  way,
  password,
  code,
}: WithdrawPassword): RequestOf<'/api/user/withdrawPwd'> =>
  setWithdrawPasswordToWire(isSet ? { password, kind: way, code } : { password, kind: null })
