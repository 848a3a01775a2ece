import { cpus, totalmem } from 'node:os'
import { arch, argv, exit, platform, version } from 'node:process'
import { serveBaseline } from './baselineServer.ts'
import { serveEngine } from './engineProcess.ts'
import { sideOf } from './push/clients.ts'
import { servePush } from './push/server.ts'
import { holdSockets } from './push/sockets.ts'
import { watchPush } from './push/watch.ts'
import { rows } from './rows.ts'
import { formatRow } from './table.ts'

const measureAll = async (requested: readonly string[]): Promise<boolean> => {
  /** Rows requested by number, or all of them. */
  const wanted = requested.map((text) => Number.parseInt(text, 10))
  const chosen = wanted.length === 0 ? rows : rows.filter(({ number }) => wanted.includes(number))
  console.log(
    `Node ${version} on ${platform}-${arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB\n`,
  )
  let missed = false
  for (const row of chosen) {
    const found = row.measure === undefined ? null : await row.measure()
    missed ||= found?.held === false
    console.log(formatRow(row, found))
  }
  return missed
}

// The baseline of row 8, both sides of row 6, the clients of rows 6 and 19 and the engines of row 20 are separate processes; any
// other argument is a row.
const [, , first = '', second = '', third = '', fourth = ''] = argv
if (first === 'floor') await serveBaseline(second)
else if (first === 'engine') await serveEngine(second, third)
else if (first === 'push') await servePush(sideOf(second), third)
else if (first === 'push-watch')
  await watchPush(
    sideOf(second),
    Number.parseInt(third, 10),
    Number.parseInt(fourth, 10),
    (client) => `user-${client}`,
  )
else if (first === 'sockets-watch')
  await watchPush('columns', Number.parseInt(second, 10), Number.parseInt(third, 10), () => 'visitor')
else if (first === 'sockets')
  await holdSockets(Number.parseInt(second, 10), Number.parseInt(third, 10), Number.parseInt(fourth, 10))
else exit((await measureAll(argv.slice(2))) ? 1 : 0)
