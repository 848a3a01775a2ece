import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../platform/settings/index.ts'
import { shippedBreachedPasswords } from './breachedList.ts'

const prefixLength = 5

/**
 * Whether a password is known from a breach: by the operator's list where `BREACHED_PASSWORDS_DIR` names one, else by
 * the short list that ships.
 *
 * The folder holds the range files of Pwned Passwords as its downloader writes them: `00000.txt` to `FFFFF.txt`, named by
 * the first five hexadecimal digits of the SHA-1, with a line `<other 35 digits>:<count>` for each password. One file of
 * about 40 kB is read for a password, and nothing leaves the machine. A count of 0 is padding.
 *
 * @throws when a range file is missing, because a list with holes would accept breached passwords in silence
 */
export const isBreachedPassword = async (
  { BREACHED_PASSWORDS_DIR: folder }: Pick<Settings, 'BREACHED_PASSWORDS_DIR'>,
  password: string,
): Promise<boolean> => {
  if (folder === undefined) return shippedBreachedPasswords.has(password)
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const rest = `${hash.slice(prefixLength)}:`
  const lines = await readFile(join(folder, `${hash.slice(0, prefixLength)}.txt`), 'ascii')
  return lines.split(/\r?\n/).some((line) => line.startsWith(rest) && line.slice(rest.length) !== '0')
}
