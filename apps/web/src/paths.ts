/** Every address of the site is built here. */

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A way back is only ever a place of this site; anything else is dropped. */
export const innerPath = (path: string | null | undefined): string | undefined =>
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
  login: (query: { next?: string | undefined } = {}) => withQuery('/login', { next: innerPath(query.next) }),
  register: (query: { uid?: string | undefined } = {}) => withQuery('/register', query),
  forget: () => '/forget',
  edit: (query: { type?: '0' | '1' | undefined; next?: string | undefined } = {}) =>
    withQuery('/edit', { ...query, next: innerPath(query.next) }),
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
    withQuery('/bindColdWallet', { ...query, next: innerPath(query.next) }),
  bank: (query: { next?: string | undefined } = {}) => withQuery('/bank', { next: innerPath(query.next) }),
  project: () => '/project',
  download: () => '/download',
  components: () => '/components',
} as const
export type PlaceName = keyof typeof paths

/** The screens of the top navigation, in its order. */
export const navigation = [
  'home',
  'contract',
  'quotes',
  'transaction',
  'mine',
  'about',
  'subscription',
] as const
