import { type Challenge, encodeSolution, type Solution } from './work.ts'

/** Has a challenge solved in a worker and returns what goes into the field `code`. */
export const solveInWorker = (challenge: Challenge): Promise<string> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<Solution>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data === null ? fail(new Error('the challenge was not solved')) : done(data)
    worker.onerror = () => fail(new Error('the worker did not start'))
  })
  worker.postMessage(challenge)
  return solved.then((solution) => encodeSolution(challenge, solution)).finally(() => worker.terminate())
}
