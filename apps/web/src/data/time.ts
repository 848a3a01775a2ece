import { useTicking } from '@glasshouse/client/react/useTicking'
import { localNow, serverNow } from './clock.ts'

/** Server time, updated at an interval in milliseconds. */
export const useServerNow = (everyMs: number): number => useTicking(serverNow, everyMs)

/** Milliseconds since an instant in device time; null if there is none. */
export const useAge = (heardAt: number | null, everyMs = 250): number | null => {
  const now = useTicking(localNow, everyMs)
  return heardAt === null ? null : Math.max(0, now - heardAt)
}
