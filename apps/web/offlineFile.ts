import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from './src/i18n/languages.ts'

type Messages = { readonly [key: string]: string | Messages }

const escaped = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))

/** The text of a key in a language, as HTML. */
const textOf = (root: string, code: string, key: string): string => {
  const all: Messages = JSON.parse(readFileSync(join(root, 'src/i18n', code, 'site.json'), 'utf8'))
  const found = key
    .split('.')
    .reduce<string | Messages | undefined>(
      (within, part) => (typeof within === 'object' ? within[part] : undefined),
      all,
    )
  if (typeof found !== 'string') throw new Error(`no text ${key} in ${code}`)
  return escaped(found)
}

/** The texts of all languages, one after the other; a script shows one of them, and without it English is there. */
const textsOf = (root: string): string =>
  languages
    .map(({ code, tag }) => {
      const title = textOf(root, code, 'offline.title')
      const text = textOf(root, code, 'offline.text')
      const retry = textOf(root, code, 'offline.retry')
      const head = `<main lang="${tag}" data-code="${code}"${code === 'en' ? '' : ' hidden'}>`
      return `${head}<h1>${title}</h1><p>${text}</p><button type="button">${retry}</button></main>`
    })
    .join('\n')

/** Adds `offline.html` to the built site: what an installed phone site shows without a connection. */
export const offlineFile = (root: string): Plugin => ({
  name: 'offline-file',
  apply: 'build',
  generateBundle() {
    const page = readFileSync(join(root, 'offline.html'), 'utf8')
    const source = page.replace('<!-- texts -->', () => textsOf(root))
    this.emitFile({ type: 'asset', fileName: 'offline.html', source })
  },
})
