import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Platform } from '../../platform/services/index.ts'
import { InvalidSettingsError } from '../../platform/settings/index.ts'
import type { Feed, FeedSink } from './feed.ts'
import {
  InvalidRecordingError,
  inspectRecording,
  type RecordedTrade,
  type RecordingFile,
  tradesOf,
} from './recording.ts'

/** A played candle must speak at least this often, so that a lively market is not taken for a stale one. */
const speakEveryMs = 2000
/** A replay that falls further behind than this (the machine slept, or the speed is too high) goes on later. */
const furthestBehindMs = 5000
/** Sleeps are short, so that the replay follows the clock it is given and stops soon. */
const maxSleepMs = 50
/** Trades handed over at once before other work gets its turn. */
const burst = 500

type Recording = { readonly symbol: string; readonly files: readonly RecordingFile[] }

const filesOf = (symbol: string, names: readonly string[]): readonly string[] =>
  names.filter(
    (name) =>
      name.startsWith(symbol) &&
      /^[^A-Za-z0-9].*\.csv(\.gz)?$|^\.csv(\.gz)?$/.test(name.slice(symbol.length)),
  )

const inspectSymbol = async (
  folder: string,
  symbol: string,
  names: readonly string[],
): Promise<Recording> => {
  const own = filesOf(symbol, names)
  if (own.length === 0)
    throw new InvalidRecordingError(folder, null, `holds no file ${symbol}*.csv or ${symbol}*.csv.gz`)
  const files: RecordingFile[] = []
  for (const name of own) files.push(await inspectRecording(join(folder, name)))
  files.sort((a, b) => a.firstMs - b.firstMs)
  for (const [index, file] of files.entries()) {
    const next = files[index + 1]
    if (next !== undefined && next.firstMs <= file.lastMs)
      throw new InvalidRecordingError(
        next.path,
        null,
        `overlaps in time with ${basename(file.path)}; keep one of them`,
      )
  }
  return { symbol, files }
}

async function* tradesOfAll({ files }: Recording, speed: number): AsyncGenerator<RecordedTrade> {
  for (const file of files)
    yield* tradesOf(file, Math.max(4, Math.ceil(file.lengthMs / speed / speakEveryMs)))
}

type ReplayPlayer = {
  readonly symbol: string
  readonly trades: AsyncGenerator<RecordedTrade>
  next: RecordedTrade | null
  sequence: number
}

const earliest = (players: readonly ReplayPlayer[]): ReplayPlayer | null =>
  players.reduce<ReplayPlayer | null>((first, player) => {
    if (player.next === null) return first
    return first?.next == null || player.next.timeMs < first.next.timeMs ? player : first
  }, null)

const advance = async (player: ReplayPlayer): Promise<void> => {
  const { value, done } = await player.trades.next()
  player.next = done === true ? null : value
}

/**
 * Plays recorded trades or candles. All instants are shifted by one constant so that the first of all is now,
 * and spaced by the speed factor; ticks keep the recorded instant too. At the end the feed falls silent.
 */
const play = async (
  recordings: readonly Recording[],
  speed: number,
  platform: Pick<Platform, 'clock'>,
  sink: FeedSink,
  stopped: AbortSignal,
): Promise<void> => {
  const players = recordings.map(
    (recording): ReplayPlayer => ({
      symbol: recording.symbol,
      trades: tradesOfAll(recording, speed),
      next: null,
      sequence: 0,
    }),
  )
  await Promise.all(players.map(advance))
  let startMs = platform.clock.now()
  const firstMs = earliest(players)?.next?.timeMs ?? 0
  const shifted = (timeMs: number): number => startMs + Math.floor((timeMs - firstMs) / speed)
  for (let played = 1; !stopped.aborted; played += 1) {
    const player = earliest(players)
    if (player?.next == null) return
    const trade = player.next
    const waitMs = shifted(trade.timeMs) - platform.clock.now()
    if (waitMs < -furthestBehindMs) startMs -= waitMs
    if (waitMs > 0 || played % burst === 0)
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waitMs, 0), maxSleepMs)))
    if (waitMs > maxSleepMs) continue
    if (stopped.aborted) return
    player.sequence += 1
    sink.trade({
      symbol: player.symbol,
      sequence: player.sequence,
      timeMs: shifted(trade.timeMs),
      recordedMs: trade.timeMs,
      price: trade.price,
      quantity: trade.quantity,
      side: trade.side,
    })
    await advance(player)
  }
}

/**
 * Opens the recordings of every symbol of the settings and checks each line of them. Throws `InvalidSettingsError` that
 * names file and line.
 */
export const openReplay = async (
  platform: Pick<Platform, 'settings' | 'clock'>,
  folder: string,
): Promise<Feed> => {
  const { MARKET_SYMBOLS, REPLAY_SPEED } = platform.settings
  const names = await readdir(folder).catch(() => {
    throw new InvalidSettingsError([`REPLAY_DIR: the folder ${folder} cannot be read`])
  })
  const recordings: Recording[] = []
  const problems: string[] = []
  for (const symbol of MARKET_SYMBOLS)
    try {
      recordings.push(await inspectSymbol(folder, symbol, names))
    } catch (error) {
      if (!(error instanceof InvalidRecordingError)) throw error
      problems.push(`REPLAY_DIR: ${error.message}`)
    }
  if (problems.length > 0) throw new InvalidSettingsError(problems)

  const stop = new AbortController()
  let playing: Promise<void> = Promise.resolve()
  return {
    source: 'replay',
    hasBook: false,
    roughPrice: async (symbol) =>
      recordings.find((recording) => recording.symbol === symbol)?.files[0]?.firstPrice ?? null,
    history: async () => ({}),
    start: (sink) => {
      sink.state('connected')
      playing = play(recordings, REPLAY_SPEED, platform, sink, stop.signal).then(
        () => (stop.signal.aborted ? undefined : sink.state('ended', 'the recording is over')),
        (error: unknown) => sink.state('ended', error instanceof Error ? error.message : String(error)),
      )
    },
    close: async () => {
      stop.abort()
      await playing
    },
  }
}
