import { Refusal, type RefusalCode, type RefusalData } from '@glasshouse/core/errors/registry'

/** How a command was refused; anything that is not a refusal is thrown on, and so is success. */
export const refusedWith = async (
  command: Promise<unknown>,
): Promise<{ readonly code: RefusalCode; readonly data: RefusalData }> => {
  try {
    await command
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, data: error.data }
    throw error
  }
  throw new Error('the command was not refused')
}
