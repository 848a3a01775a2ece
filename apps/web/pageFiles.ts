import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type FirstAddress, firstTextsOf } from './src/firstTexts.ts'
import { languages } from './src/i18n/languages.ts'

const chart = 'components/chart/chartCanvas.ts'
const phoneFrame = 'layouts/phone/PhoneShell.tsx'

/** Modules of the chart library, which is larger than everything else of a page. */
const chartLibrary = /node_modules\/klinecharts\//

/** The module that renders every page; the page's own script only requests it and what the first view shows. */
const startModule = 'start.tsx'

/** Modules that the first view of a page needs besides those of every page, by address. */
const firstModules: Readonly<Record<FirstAddress, readonly string[]>> = {
  '/': ['screens/home/Home.tsx'],
  '/contract': ['screens/contract/Contract.tsx', chart],
  '/quotes': ['screens/options/Options.tsx', chart],
  '/kline': ['screens/kline/Kline.tsx', chart],
  '/m': [phoneFrame, 'screens/home/phone/PhoneHome.tsx'],
  '/m/contract': [phoneFrame, 'screens/contract/phone/PhoneContract.tsx', chart],
  '/m/quotes': [phoneFrame, 'screens/options/phone/PhoneOptions.tsx', chart],
  '/m/kline': [phoneFrame, 'screens/kline/phone/PhoneKline.tsx', chart],
}

type Chunk = {
  readonly type: 'chunk'
  readonly fileName: string
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/** Files of the chunks that contain the modules, and of all chunks that they import statically. */
const filesOf = (chunks: readonly Chunk[], modules: readonly string[]): readonly string[] => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    for (const file of chunk.imports) add(byFile.get(file))
    found.add(chunk)
  }
  for (const id of modules) {
    const chunk = byModule.get(id)
    if (chunk === undefined) throw new Error(`no file of the build contains ${id}`)
    add(chunk)
  }
  const hasLibrary = [...found].some(({ moduleIds }) => moduleIds.some((id) => chartLibrary.test(id)))
  if (hasLibrary && !modules.some((id) => id.endsWith(chart)))
    throw new Error(`${modules.join(', ')} would load the chart library: see the groups in vite.config.ts`)
  // The page itself names its entry with its styles.
  const own = [...found].filter(({ isEntry }) => !isEntry)
  const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...own.map(({ fileName }) => fileName), ...styles]
}

/**
 * Adds `page-files.json` to the built site: the files of every page (`start`), by address those that a page needs besides for its
 * first view (`files`), and by the wire's code of a language those of its texts (`texts`).
 */
export const pageFiles = (root: string): Plugin => ({
  name: 'page-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Chunk[]
      const within = (paths: readonly string[]) =>
        filesOf(
          chunks,
          paths.map((path) => join(root, 'src', path)),
        )
      const textsOf = (texts: readonly string[]) =>
        Object.fromEntries(
          languages.map(({ code, wire }) => [
            wire,
            within(
              ['messages.ts', ...texts.map((name) => `${name}.json`)].map((file) => `i18n/${code}/${file}`),
            ),
          ]),
        )
      const start = within([startModule])
      const pages = Object.entries(firstModules).map(([address, modules]) => [
        address,
        {
          files: within(modules).filter((file) => !start.includes(file)),
          texts: textsOf(firstTextsOf(address) ?? []),
        },
      ])
      this.emitFile({
        type: 'asset',
        fileName: 'page-files.json',
        source: JSON.stringify({ start, pages: Object.fromEntries(pages) }),
      })
    },
  },
})
