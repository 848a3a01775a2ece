import type { CallOptions } from '@glasshouse/client/http'
import type { RequestOf } from '@glasshouse/core/calls'
import { useCallback, useState } from 'react'
import { api } from '../../data/api.ts'
import { type Mutation, useMutation } from '../../data/query.ts'
import { sendWithCaptcha } from './sendWithCaptcha.ts'

/** The calls that may ask for a captcha. */
export type CaptchaPath =
  | '/api/user/login'
  | '/api/user/sendVerifyCode'
  | '/api/user/stepUp'
  | '/api/user/lostFactor'

/** Loads the solver only when the server requires a captcha. */
const answerCaptcha = async (): Promise<string> => {
  const [{ solveInWorker }, { challenge }] = await Promise.all([
    import('./answer.ts'),
    api.call('/api/common/captcha', {}),
  ])
  return solveInWorker(challenge)
}

/** Mutation that solves required captchas automatically; `checking` is true during that time. */
export const useCaptchaMutation = <P extends CaptchaPath>(
  path: P,
): Mutation<P> & { readonly checking: boolean } => {
  const [checking, setChecking] = useState(false)
  const send = useCallback(
    (to: P, payload: RequestOf<P>, options: CallOptions) =>
      sendWithCaptcha(
        (code) => api.call(to, code === undefined ? payload : { ...payload, code }, options),
        answerCaptcha,
        setChecking,
      ),
    [],
  )
  return { ...useMutation(path, send), checking }
}
