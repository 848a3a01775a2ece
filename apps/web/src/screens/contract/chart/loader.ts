import type { DataLoader } from 'klinecharts'
import type { CandleFeed } from '../../../live/candles.ts'
import { barOf } from './bars.ts'

/** Candles fetched at a time. */
const page = 500

/** Hands the library candles from a feed: the newest first, older ones as one scrolls back, then the running one. */
export const loaderOf = (feed: CandleFeed, told: { ready: () => void; failed: () => void }): DataLoader => {
  let stop = (): void => {}
  return {
    getBars: async ({ type, timestamp, callback }) => {
      try {
        if (type === 'init') {
          const rows = await feed.newest(page)
          callback(rows.map(barOf), { forward: rows.length === page, backward: false })
          told.ready()
        } else if (type === 'forward' && timestamp !== null) {
          const rows = await feed.before(timestamp / 1000, page)
          callback(rows.map(barOf), { forward: rows.length === page })
        } else callback([], false)
      } catch {
        if (type === 'init') told.failed()
        else callback([], { forward: true })
      }
    },
    subscribeBar: ({ callback }) => {
      stop()
      stop = feed.follow((row) => callback(barOf(row)))
    },
    unsubscribeBar: () => stop(),
  }
}
