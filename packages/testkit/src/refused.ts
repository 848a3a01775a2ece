import { DomainError, type ErrorCode, type ErrorData } from '@glasshouse/core/errors/registry'

/** How a command was refused; anything that is not a refusal is thrown on, and so is success. */
export const expectDomainError = async (
  command: Promise<unknown>,
): Promise<{ readonly code: ErrorCode; readonly data: ErrorData }> => {
  try {
    await command
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, data: error.data }
    throw error
  }
  throw new Error('the command was not refused')
}
