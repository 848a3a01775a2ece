/** The pages' only clock. Everything that needs the time takes it from here. */

let offset = 0

/** This machine's time in epoch milliseconds; right only for measuring how long something took. */
export const localNow = (): number => Date.now()

/** The server's time in epoch milliseconds as well as this page knows it. */
export const serverNow = (): number => Date.now() + offset

/** A header with whole seconds cannot correct a clock that is right to within this. */
const tolerance = 2000

/** Takes note of the server's time in an answer and corrects a clock that is clearly wrong. */
export const syncServerTime = (serverTime: number): void => {
  const measured = serverTime + 500 - localNow()
  if (Math.abs(measured - offset) > tolerance) offset = Math.abs(measured) > tolerance ? measured : 0
}
