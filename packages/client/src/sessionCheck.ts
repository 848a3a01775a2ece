import { ApiError, type Client } from './http.ts'

const unauthenticated = 102
const sessionRevoked = 103

/**
 * Reports the end of the session, which any response may announce, with the server's message. The error is thrown
 * nevertheless.
 */
export const createSessionCheck =
  (onEnded: (message: string) => void) =>
  async <T>(response: Promise<T>): Promise<T> => {
    try {
      return await response
    } catch (error) {
      const isEnded =
        error instanceof ApiError && (error.retCode === unauthenticated || error.retCode === sessionRevoked)
      if (isEnded) onEnded(error.message)
      throw error
    }
  }

/** A client each of whose responses passes the check. */
export const checkedClient = (client: Client, check: <T>(response: Promise<T>) => Promise<T>): Client => ({
  call: (path, payload, options) => check(client.call(path, payload, options)),
  list: (path, payload, options) => check(client.list(path, payload, options)),
})
