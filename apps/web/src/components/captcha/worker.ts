import { type Challenge, solveChallenge } from './work.ts'

/** Works beside the page, so that typing and prices never stall. Says null where there is no solution. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge(data).catch(() => null))
}
