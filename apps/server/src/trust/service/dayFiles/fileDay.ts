import { join } from 'node:path'
import { dayText } from '@glasshouse/core/trust/heads'
import type { Platform } from '../../../platform/services/index.ts'
import { dayParts, keysText } from '../../store/day/parts.ts'
import { findDayRange, type LogRange } from '../../store/day/range.ts'
import { findUnfiledDay, insertDay, insertDayFile, listDayFiles } from '../../store/days.ts'
import type { Signer } from '../signing.ts'
import type { DayStore } from './dayStore.ts'
import { writeDayFile } from './writeDayFile.ts'

export type DayFileDeps = Pick<Platform, 'database' | 'log'> & {
  readonly signer: Signer
  readonly store: DayStore
}

/** The file of a day that holds the signed text; it names the others. */
export const dayTextName = 'day.json'

type Writing = {
  readonly name: string
  readonly log: LogRange | null
  readonly chunks: () => AsyncIterable<string>
}

async function* single(text: Promise<string>): AsyncGenerator<string, void, undefined> {
  yield await text
}

const writeAndPut = async (store: DayStore, day: string, { name, chunks }: Writing) => {
  const path = join(await store.scratchFolder(day), `${name}.part`)
  const written = await writeDayFile(path, chunks())
  await store.put(day, name, path)
  return written
}

/**
 * Writes the files of a UTC day and signs the text that names them. A file that was noted as written is not written
 * again, so that a killed process goes on where it was; one that was written and not noted is replaced. Reads on the
 * connections of reports. `isStopping` ends it between two files.
 */
const fileDay = async (
  { database, signer, store, log }: DayFileDeps,
  day: string,
  isStopping: () => boolean = () => false,
): Promise<boolean> => {
  const range = await findDayRange(database.reports, day)
  const known = new Set((await listDayFiles(database.db, day)).map(({ name }) => name))
  const files: readonly Writing[] = [
    ...dayParts(database.reports, range).map((part) => ({ ...part, name: `${part.name}.jsonl.gz` })),
    { name: 'keys.json', log: null, chunks: () => single(keysText(database.db)) },
  ]
  for (const file of files) {
    if (isStopping()) return false
    if (known.has(file.name)) continue
    const written = await writeAndPut(store, day, file)
    await insertDayFile(database.db, day, {
      ...written,
      name: file.name,
      pid: file.log?.pid ?? null,
      lastN: file.log?.last ?? null,
    })
  }
  const signed = signer.sign(dayText(signer.keyid, day, await listDayFiles(database.db, day)))
  const text = async () => `${JSON.stringify(signed)}\n`
  await writeAndPut(store, day, { name: dayTextName, log: null, chunks: () => single(text()) })
  await insertDay(database.db, day, signed, range.settledTo)
  log.info({ day, files: files.length }, 'day files written')
  return true
}

/** Files every day that is over, the oldest first; returns the days. */
export const fileDays = async (
  deps: DayFileDeps,
  isStopping: () => boolean = () => false,
): Promise<readonly string[]> => {
  const filed: string[] = []
  for (;;) {
    const day = isStopping() ? null : await findUnfiledDay(deps.database.db)
    if (day === null || !(await fileDay(deps, day, isStopping))) return filed
    filed.push(day)
  }
}
