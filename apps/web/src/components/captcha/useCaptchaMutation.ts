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

/** What solves arrives only where somebody is asked. */
const answerCaptcha = async (): Promise<string> => {
  const [{ solveInWorker }, { challenge }] = await Promise.all([
    import('./answer.ts'),
    api.call('/api/common/captcha', {}),
  ])
  return solveInWorker(challenge)
}

/** A command that answers the server's captcha by itself; `checking` while the device is at it. */
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
