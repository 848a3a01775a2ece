/** The server time has a resolution of 1 s, so smaller differences are not corrected. */
const toleranceMs = 2000

/**
 * Estimates the server's time on a device with a wrong clock.
 *
 * @param localNow time of this device in epoch milliseconds
 * @example createServerClock(localNow).sync(Date.parse(response.headers.get('Date') ?? ''))
 */
export const createServerClock = (localNow: () => number) => {
  let offsetMs = 0
  return {
    /** Estimated server time in epoch milliseconds. */
    now: (): number => localNow() + offsetMs,
    /** Updates the estimate from the server time of a response, if the device clock is clearly wrong. */
    sync: (serverTime: number): void => {
      const measuredMs = serverTime + 500 - localNow()
      if (Math.abs(measuredMs - offsetMs) > toleranceMs)
        offsetMs = Math.abs(measuredMs) > toleranceMs ? measuredMs : 0
    },
  }
}
