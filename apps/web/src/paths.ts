/** Every address of the site is built here. */

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A way back is only ever a place of this site; anything else is dropped. */
export const pathInSite = (path: string | null | undefined): string | undefined =>
  path && /^\/(?![/\\])/.test(path) ? path : undefined

export const paths = {
  home: () => '/',
  contract: (query: { symbol?: string | undefined } = {}) => withQuery('/contract', query),
  quotes: (query: { symbol?: string | undefined } = {}) => withQuery('/quotes', query),
  kline: (query: { symbol?: string | undefined } = {}) => withQuery('/kline', query),
  /** A place of its own on the phone site only; the large site shows the markets at home. */
  markets: () => '/markets',
  transaction: () => '/transaction',
  mine: () => '/mine',
  about: () => '/about',
  subscription: () => '/subscription',
  login: (query: { next?: string | undefined } = {}) => withQuery('/login', { next: pathInSite(query.next) }),
  register: (query: { uid?: string | undefined } = {}) => withQuery('/register', query),
  forget: () => '/forget',
  edit: (query: { type?: '0' | '1' | undefined; next?: string | undefined } = {}) =>
    withQuery('/edit', { ...query, next: pathInSite(query.next) }),
  /** What the link of a letter undoes. */
  undo: (query: { token?: string | undefined } = {}) => withQuery('/undo', query),
  /** The slow way back in without the second factor. */
  lostFactor: () => '/lostFactor',
  introduce: (query: { code?: string | undefined } = {}) => withQuery('/introduce', query),
  assets: () => '/assets',
  exchange: (query: { coin?: string | undefined } = {}) => withQuery('/exchange', query),
  recharge: (query: { way?: 'digital' | undefined } = {}) => withQuery('/recharge', query),
  withdraw: (query: { way?: 'bank' | '1001' | '1002' | undefined } = {}) => withQuery('/withdraw', query),
  journal: (query: { type?: '0' | '1' | '2' | undefined } = {}) => withQuery('/journal', query),
  /** Who may get in: passwords, the second step, where one is signed in. */
  security: () => '/security',
  /** What one allows oneself. */
  limits: () => '/limits',
  /** Everything kept about one, and the way out. */
  data: () => '/data',
  loan: () => '/loan',
  authentication: () => '/authentication',
  bindColdWallet: (query: { network?: '1001' | '1002' | undefined; next?: string | undefined } = {}) =>
    withQuery('/bindColdWallet', { ...query, next: pathInSite(query.next) }),
  bank: (query: { next?: string | undefined } = {}) => withQuery('/bank', { next: pathInSite(query.next) }),
  project: () => '/project',
  /** The list of articles. */
  new: (query: { page?: string | undefined } = {}) => withQuery('/new', query),
  newsDetail: (query: { id?: number | undefined } = {}) =>
    withQuery('/newsDetail', { id: query.id === undefined ? undefined : String(query.id) }),
  /** Questions and answers. */
  question: (query: { page?: string | undefined } = {}) => withQuery('/question', query),
  download: () => '/download',
  components: () => '/components',
} as const
export type NavItem = keyof typeof paths

/**
 * Screens that have an address and nothing behind it yet. This one list decides what exists: their addresses say that
 * they are not open, and no link, tab or shortcut leads to them. A screen that is built is taken off this list.
 */
export const unopened = [
  'subscription',
  'project',
  'loan',
  'authentication',
] as const satisfies readonly NavItem[]
export type Unopened = (typeof unopened)[number]

/** Whether a screen exists. */
export const isOpen = (name: NavItem): boolean => !unopened.some((one) => one === name)

const unopenedPaths = unopened.map((name) => paths[name]())

/**
 * Whether an address of this site that staff wrote leads to a screen that exists, on either site.
 *
 * @example leadsOn('/m/project?id=1') // false while investment is not open
 */
export const leadsOn = (address: string): boolean => {
  const path = address
    .split(/[?#]/)[0]
    ?.replace(/^\/m(?=\/)/, '')
    .replace(/\/+$/, '')
  return !unopenedPaths.some((one) => one === path)
}

const places = [
  'home',
  'contract',
  'quotes',
  'transaction',
  'mine',
  'about',
  'subscription',
] as const satisfies readonly NavItem[]
/** A screen that the top navigation names once it exists. */
export type Place = (typeof places)[number]

/** The screens of the top navigation that exist, in its order. */
export const navigation: readonly Place[] = places.filter(isOpen)
