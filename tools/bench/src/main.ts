import { cpus, totalmem } from 'node:os'
import { arch, argv, exit, platform, version } from 'node:process'
import { rows } from './rows.ts'
import { tellRow } from './table.ts'

/** The rows asked for by number, or all of them. */
const wanted = argv.slice(2).map((text) => Number.parseInt(text, 10))
const chosen = wanted.length === 0 ? rows : rows.filter(({ number }) => wanted.includes(number))

console.log(
  `Node ${version} on ${platform}-${arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB\n`,
)
let missed = false
for (const row of chosen) {
  const found = row.measure === undefined ? null : await row.measure()
  missed ||= found?.held === false
  console.log(tellRow(row, found))
}
exit(missed ? 1 : 0)
