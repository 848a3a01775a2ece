/** The only file of the site that reads a clock. */

let offset = 0

/** Time of this device in epoch milliseconds. Only for durations, because the device clock may be wrong. */
export const localNow = (): number => Date.now()

/** Estimated server time in epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset

/** The server time has a resolution of 1 s, so smaller differences are not corrected. */
const tolerance = 2000

/** Updates the estimate from the server time of a response, if the device clock is clearly wrong. */
export const syncServerTime = (serverTime: number): void => {
  const measured = serverTime + 500 - localNow()
  if (Math.abs(measured - offset) > tolerance) offset = Math.abs(measured) > tolerance ? measured : 0
}
