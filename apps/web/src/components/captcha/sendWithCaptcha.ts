import { ApiError } from '@glasshouse/client/http'

const invalidField = 1001

/** Whether a call was rejected because it needs a captcha. */
export const requiresCaptcha = (error: unknown): boolean =>
  error instanceof ApiError && error.retCode === invalidField && error.data.field === 'code'

/**
 * Sends a request. If the server requires a captcha, solves it and sends once more. Throws the error of the
 * server; if the captcha cannot be solved, the error that required it.
 */
export const sendWithCaptcha = async <T>(
  send: (code?: string) => Promise<T>,
  answer: () => Promise<string>,
  onChecking: (checking: boolean) => void,
): Promise<T> => {
  try {
    return await send()
  } catch (refusal) {
    if (!requiresCaptcha(refusal)) throw refusal
    onChecking(true)
    try {
      return await send(await answerOr(refusal, answer))
    } finally {
      onChecking(false)
    }
  }
}

const answerOr = async (refusal: unknown, answer: () => Promise<string>): Promise<string> => {
  try {
    return await answer()
  } catch (error) {
    throw error instanceof ApiError ? error : refusal
  }
}
