import { type Challenge, solveChallenge } from './work.ts'

/** Worker that solves a challenge without blocking the page. Posts null if there is no solution. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge(data).catch(() => null))
}
