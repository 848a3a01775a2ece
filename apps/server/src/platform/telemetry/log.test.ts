import { expect, it } from 'vitest'
import { createLog } from './log.ts'

/** A log that records its lines, on a clock that the test moves. */
const keptLog = () => {
  const lines: Record<string, unknown>[] = []
  let nowMs = 0
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, () => nowMs)
  return {
    log,
    lines,
    passes: (ms: number) => {
      nowMs += ms
    },
  }
}
const refusedConnection = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('writes one line a second about an outage, without a stack, and counts suppressed lines', () => {
  const { log, lines, passes } = keptLog()
  for (let call = 0; call < 500; call += 1) {
    log.error({ path: '/api/x', err: refusedConnection() }, 'fault')
    log.warn({ err: refusedConnection() }, 'message delivery failed, retrying')
    passes(5)
  }
  expect(lines).toHaveLength(3)
  expect(lines.map(({ suppressed }) => suppressed)).toEqual([0, 399, 399])
  expect(lines[0]).toMatchObject({
    msg: 'fault',
    path: '/api/x',
    failure: 'ECONNREFUSED: connect ECONNREFUSED',
  })
  expect(JSON.stringify(lines)).not.toContain('at ')
})

it('writes every line about a defect, with its stack and without its detail', () => {
  const { log, lines } = keptLog()
  const defect = Object.assign(new Error('division by zero'), { code: '22012', detail: 'a value' })
  for (let call = 0; call < 3; call += 1) log.error({ err: defect }, 'fault')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ err: { message: 'division by zero', sqlstate: '22012' } })
  expect(JSON.stringify(lines)).toContain('log.test.ts')
  expect(JSON.stringify(lines)).not.toContain('a value')
})

it('never suppresses a fatal line', () => {
  const { log, lines } = keptLog()
  log.error({ err: refusedConnection() }, 'fault')
  log.fatal({ err: refusedConnection() }, 'unhandled promise rejection')
  expect(lines.map(({ msg }) => msg)).toEqual(['fault', 'unhandled promise rejection'])
})

it('logs an outage that has a code and no message', () => {
  const { log, lines } = keptLog()
  log.error({ err: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }, 'fault')
  expect(lines).toMatchObject([{ failure: 'ECONNREFUSED' }])
})
