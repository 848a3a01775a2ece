import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from './scratch.ts'

const verifier = join(import.meta.dirname, '..', '..', '..', 'tools', 'verify', 'src', 'main.ts')

/**
 * Exports a UTC day of a database and checks it with the offline verifier, as `npm run verify` does. Returns what that printed.
 *
 * @param day as `20261129`
 * @throws Error it found a difference
 */
export const verifyDay = async (url: string, day: string): Promise<string> => {
  const folder = await scratchFolder('verified-day')
  const run = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [verifier, ...words])
    return stdout
  }
  try {
    await run('export', '--database', url, '--day', day, '--out', folder.path)
    return await run(folder.path)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`the day ${day} cannot be verified: ${stdout}${stderr}`, { cause: error })
  } finally {
    await folder.remove()
  }
}
