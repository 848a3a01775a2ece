import { CallError } from '@glasshouse/client/http'

const fieldMalformed = 1001

/** Whether a call was refused because a solved captcha is owed. */
export const owesCheck = (error: unknown): boolean =>
  error instanceof CallError && error.retCode === fieldMalformed && error.data.field === 'code'

/**
 * Sends as it is, and when the server asks for a captcha, has one answered and sends once more with it. Throws
 * what the server said; when the captcha could not be solved here, the refusal that asked for it.
 */
export const sendChecked = async <T>(
  send: (code?: string) => Promise<T>,
  answer: () => Promise<string>,
  onChecking: (checking: boolean) => void,
): Promise<T> => {
  try {
    return await send()
  } catch (refusal) {
    if (!owesCheck(refusal)) throw refusal
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
    throw error instanceof CallError ? error : refusal
  }
}
