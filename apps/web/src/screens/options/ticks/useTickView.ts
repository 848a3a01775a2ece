import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { useState } from 'react'

/** Longest option that a chart of single prices suits better than candles. */
const maxTickMs = 5 * 60_000

/**
 * Whether the chart shows single prices instead of candles, and its setter. It changes to them by itself when a short
 * option begins, and stays what the user chose since.
 */
export const useTickView = (market: Market, running: OptionOrder | undefined) => {
  const [isTicks, setTicks] = useState(false)
  const [seen, setSeen] = useState<number | null>(null)
  const isShort = running !== undefined && running.expiresMs - running.openedMs <= maxTickMs
  if (isShort && running.pid === market.pid && running.id !== seen) {
    setSeen(running.id)
    setTicks(true)
  }
  return [isTicks, setTicks] as const
}
