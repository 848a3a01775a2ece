import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** Writes a script of `public`, which is copied as it is, without its comments into the built site. */
export const publicScript = (root: string, fileName: string): Plugin => ({
  name: 'public-script',
  apply: 'build',
  generateBundle() {
    const { code, errors } = minifySync(fileName, readFileSync(join(root, 'public', fileName), 'utf8'))
    if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`)
    this.emitFile({ type: 'asset', fileName, source: code })
  },
})
