import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Db } from '../../../platform/database/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import { type FiledDay, findDay, listDayFiles } from '../../store/days.ts'
import { dayTextName } from './fileDay.ts'

/** Where the files of days are downloaded: followed by the day and the name. */
export const dayFilePath = '/trust/day/'

/** The bytes of `day.json`: the signed text of a day as one line of JSON. */
export const dayTextBytes = ({ text, signature, keyid, hash }: FiledDay): string =>
  `${JSON.stringify({ text, signature, keyid, hash })}\n`

/** Lists the files of a UTC day (yyyymmdd) or of the newest, `day.json` first. Throws `notFound` (1005) for a day without. */
export const listFilesOfDay = async (
  db: Db,
  day: string | null,
): Promise<DataOf<'/api/trust/day'>['files']> => {
  const filed = await findDay(db, day)
  if (filed === null) throw domainError('notFound')
  const files = await listDayFiles(db, filed.day)
  return [{ name: dayTextName, hash: sha256(dayTextBytes(filed)) }, ...files].map(({ name, hash }) => ({
    name,
    url: `${dayFilePath}${filed.day}/${name}`,
    hash,
  }))
}
