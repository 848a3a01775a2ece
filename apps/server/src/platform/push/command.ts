import { intervals } from '@glasshouse/core/markets/intervals'
import type { StreamCommand, Topic } from '@glasshouse/core/markets/topics'

/** A parsed client message, or one sentence why it is invalid. */
export type ParsedCommand = { readonly command: StreamCommand } | { readonly problem: string }

/** Maximum topics per socket; the default eight symbols have 73 in total. */
export const topicLimit = 128
const topicPattern = new RegExp(
  `^(?:quotes|(?:depth|depth20|trade):([A-Z0-9]{2,20})|kline:([A-Z0-9]{2,20}):(?:${intervals.join('|')}))$`,
)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= topicLimit && value.every((one) => typeof one === 'string')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Parses one text message of a client. */
export const readCommand = (text: string): ParsedCommand => {
  const value = parse(text)
  if (!isRecord(value)) return { problem: 'send a JSON object' }
  if (value.op === 'ping') return { command: { op: 'ping' } }
  if (value.op !== 'subscribe' && value.op !== 'unsubscribe')
    return { problem: 'op must be subscribe, unsubscribe or ping' }
  if (!isTexts(value.args)) return { problem: `args must be a list of at most ${topicLimit} topics` }
  return { command: { op: value.op, args: value.args } }
}

/**
 * Whether a text names a topic of a known symbol.
 *
 * @example isTopic('kline:BTCUSDT:1m', () => true) // true
 */
export const isTopic = (text: string, isSymbol: (symbol: string) => boolean): text is Topic => {
  const found = topicPattern.exec(text)
  if (found === null) return false
  const symbol = found[1] ?? found[2]
  return symbol === undefined || isSymbol(symbol)
}
