import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { browserLanguage, type Language } from '@glasshouse/core/wire/languages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCachedAsset, type Served, sendCachedAsset } from './cachedAsset.ts'
import { pagePolicy } from './headers.ts'

/** Folders of the built pages. */
export type StaticSites = { readonly web: string; readonly staff: string }

/** Variables that the server writes into the page: %MODE% and %MOBILE_SITE%; and the files it needs (`linksOf`). */
export type PageVariables = { readonly mode: 'practice' | 'live'; readonly mobileSite: string }

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign)

const filled = (page: string, { mode, mobileSite }: PageVariables): string =>
  page.replaceAll('%MODE%', mode).replaceAll('%MOBILE_SITE%', () => escaped(mobileSite))

/** Files that a page needs for its first view, and those of its texts by language. */
type PageFiles = {
  readonly files: readonly string[]
  readonly texts: Readonly<Record<Language, readonly string[]>>
}

/** Files that every page needs, and those of single pages by address. */
type SiteFiles = { readonly start: readonly string[]; readonly pages: Readonly<Record<string, PageFiles>> }

/** Reads which files the pages need; the console has no such list. */
const readSiteFiles = async (folder: string): Promise<SiteFiles> =>
  JSON.parse(await readFile(join(folder, 'page-files.json'), 'utf8').catch(() => '{"start":[],"pages":{}}'))

const linkOf = (file: string, priority: '' | ' fetchpriority="low"'): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${escaped(file)}">`
    : `<link rel="modulepreload" crossorigin${priority} href="/${escaped(file)}">`

/**
 * Links that make the browser request the files at once; without them each is requested when the one before it has been
 * executed. Scripts and styles are requested as the page itself will, so that none is loaded twice. Those that every page begins
 * with come first.
 */
const linksOf = (start: readonly string[], files: readonly string[]): string =>
  [
    ...start.map((file) => linkOf(file, '')),
    ...files.map((file) => linkOf(file, ' fetchpriority="low"')),
  ].join('\n    ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
}

const forAYear = 'public, max-age=31536000, immutable'
const askEachTime = 'no-cache'

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Glasshouse</title>
<body style="font:16px/24px system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem">
<h1 style="font-size:28px">The pages are not built.</h1>
<p>The server runs and answers calls, but there is no built page to show.
<code>npm start</code> builds the pages and starts everything.</p></body></html>`

/** Files of one built site. Only listed files are served, so that no path can leave the folder. */
const openSite = (folder: string, facts: PageVariables) => {
  let builtMs = -1
  let names = new Set<string>()
  let siteFiles: SiteFiles = { start: [], pages: {} }
  const packed = new Map<string, Promise<Served>>()

  const list = async (): Promise<Set<string>> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return new Set(
      files.map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join('/')),
    )
  }
  /** Lists again after a new build; false while there is none. */
  const refresh = async (): Promise<boolean> => {
    const index = await stat(join(folder, 'index.html')).catch(() => null)
    if (index === null) return false
    if (index.mtimeMs !== builtMs) {
      names = await list()
      siteFiles = await readSiteFiles(folder)
      packed.clear()
      builtMs = index.mtimeMs
    }
    return true
  }
  const pack = async (name: string): Promise<Served> => {
    const bytes = await readFile(join(folder, name))
    return createCachedAsset(types[extname(name)] ?? 'application/octet-stream', bytes)
  }
  const packPage = async (files: readonly string[]): Promise<Served> => {
    const page = filled(await readFile(join(folder, 'index.html'), 'utf8'), facts)
    return createCachedAsset(
      'text/html; charset=utf-8',
      Buffer.from(page.replace('<!-- %PAGE_FILES% -->', () => linksOf(siteFiles.start, files))),
    )
  }
  const keep = (key: string, pack: () => Promise<Served>): Promise<Served> => {
    const known = packed.get(key)
    if (known !== undefined) return known
    const made = pack()
    packed.set(key, made)
    // A file that could not be read is retried on the next request.
    made.catch(() => packed.delete(key))
    return made
  }
  return {
    refresh,
    has: (name: string) => names.has(name),
    read: (name: string): Promise<Served> => keep(name, () => pack(name)),
    /** The page for an address, with the files that its first view needs in the language of the browser. */
    readPage: (address: string, language: Language): Promise<Served> => {
      const page = Object.hasOwn(siteFiles.pages, address) ? siteFiles.pages[address] : undefined
      return page === undefined
        ? keep('page', () => packPage([]))
        : keep(`page ${address} ${language}`, () => packPage([...page.texts[language], ...page.files]))
    },
  }
}

/** Page addresses have no file extension; a missing file with one is an error. */
const isPageAddress = (name: string): boolean => extname(name) === ''

const nameOf = (url: string, base: string): string => {
  const path = (url.split('?')[0] ?? '').slice(base.length)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Pages that search engines shall not list: what a customer shows to those who have a link. */
const unlisted = /^(?:m\/)?receipt$/

/** Serves the built pages: the files of a site, and its index for every page address. */
export const mountStaticSites = ({ web, staff }: StaticSites, facts: PageVariables) => {
  const sites = { web: openSite(web, facts), staff: openSite(staff, facts) }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isStaff = /^\/console(?:[/?]|$)/.test(request.url)
    const site = isStaff ? sites.staff : sites.web
    const name = nameOf(request.url, isStaff ? '/console/' : '/')
    if (!(await site.refresh())) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
    if (name !== 'index.html' && site.has(name))
      return sendCachedAsset(
        request,
        reply,
        await site.read(name),
        name.startsWith('assets/') ? forAYear : askEachTime,
      )
    if (!isPageAddress(name) && name !== 'index.html')
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.\n')
    reply.header('content-security-policy', pagePolicy(request.headers.host))
    if (unlisted.test(name)) reply.header('x-robots-tag', 'noindex, nofollow')
    const language = browserLanguage(request.headers['accept-language'])
    const page = await site.readPage(`/${name}`, language)
    return sendCachedAsset(request, reply, page, askEachTime, ['accept-language'])
  }
}
