import { readFile, stat } from 'node:fs/promises'
import { dirname, parse, resolve } from 'node:path'
import { getuid } from 'node:process'

/** The unprivileged account that runs PostgreSQL when the product is started as root, which PostgreSQL rejects. */
export type OsAccount = { readonly name: string; readonly uid: number; readonly gid: number }

const candidates = ['postgres', 'nobody'] as const

/** Account that runs PostgreSQL; null means the current one. */
export const postgresOsAccount = async (): Promise<OsAccount | null> => {
  if (getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of candidates) {
    const [, , uid, gid] = lines.find(([account]) => account === name) ?? []
    if (uid !== undefined && gid !== undefined)
      return { name, uid: Number.parseInt(uid, 10), gid: Number.parseInt(gid, 10) }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a postgres nor a nobody account.')
}

const canPass = (mode: number, owner: number, group: number, account: OsAccount): boolean => {
  if (owner === account.uid) return (mode & 0o100) !== 0
  if (group === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** Whether an account can reach a folder; a missing folder is judged by its parents. */
export const isReachableBy = async (account: OsAccount, folder: string): Promise<boolean> => {
  let current = resolve(folder)
  while (current !== parse(current).root) {
    const found = await stat(current).catch(() => null)
    if (found !== null && !canPass(found.mode, found.uid, found.gid, account)) return false
    current = dirname(current)
  }
  return true
}
