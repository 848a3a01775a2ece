import type { RequestOf } from '@glasshouse/core/calls'
import { useCode } from '../../components/signIn/useCode.ts'
import { useFormError } from '../../components/signIn/useFormError.ts'

/** Sending a code that proves an address, with what went wrong about it in words. */
export const useAddressCode = (address: string, request: RequestOf<'/api/user/sendVerifyCode'>) => {
  const problem = useFormError()
  const code = useCode(address, request)
  return { ...code, problem: problem(code.error) }
}
