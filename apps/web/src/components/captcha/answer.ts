import { type Challenge, encodeSolution, type Solution } from './work.ts'

/** Solves a challenge in a worker and returns the value of the field `code`. */
export const solveInWorker = (challenge: Challenge): Promise<string> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<Solution>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data === null ? fail(new Error('captcha could not be solved')) : done(data)
    worker.onerror = () => fail(new Error('captcha worker failed to start'))
  })
  worker.postMessage(challenge)
  return solved.then((solution) => encodeSolution(challenge, solution)).finally(() => worker.terminate())
}
