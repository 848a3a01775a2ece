import { ApiError } from '@glasshouse/client/http'

const invalidField = 1001

/** Whether a call was refused because a solved captcha is owed. */
export const requiresCaptcha = (error: unknown): boolean =>
  error instanceof ApiError && error.retCode === invalidField && error.data.field === 'code'

/**
 * Sends as it is, and when the server asks for a captcha, has one answered and sends once more with it. Throws
 * what the server said; when the captcha could not be solved here, the refusal that asked for it.
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
