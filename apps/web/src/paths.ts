/** All addresses of the site. */

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

const idText = (id: number | undefined): string | undefined => (id === undefined ? undefined : String(id))

/** Return target if it is a path in this site; undefined for other addresses. */
export const pathInSite = (path: string | null | undefined): string | undefined =>
  path && /^\/(?![/\\])/.test(path) ? path : undefined

export const paths = {
  home: () => '/',
  /** With `type` ipo the newest issue of the market beside its chart. */
  contract: (query: { type?: 'ipo' | undefined; symbol?: string | undefined } = {}) =>
    withQuery('/contract', query),
  quotes: (query: { symbol?: string | undefined } = {}) => withQuery('/quotes', query),
  kline: (query: { symbol?: string | undefined } = {}) => withQuery('/kline', query),
  /** Separate screen on the phone site only; on the desktop site the markets are on the home page. */
  markets: () => '/markets',
  /** Positions and closed trades; with a kind and an id the receipt of that trade. */
  transaction: (query: { kind?: 'contract' | 'option' | undefined; id?: number | undefined } = {}) =>
    withQuery('/transaction', { ...query, id: idText(query.id) }),
  /** Receipt of a trade whose owner made a public link of it. */
  receipt: (query: { token?: string | undefined } = {}) => withQuery('/receipt', query),
  mine: () => '/mine',
  about: () => '/about',
  /** What customers are owed, and how each can check it. */
  trust: () => '/trust',
  /** Issues of new coins and my applications, or one issue. */
  subscription: (query: { id?: number | undefined } = {}) =>
    withQuery('/subscription', { id: idText(query.id) }),
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
  /** The wallets, beginning with the named one. */
  assets: (query: { wallet?: 'coin' | undefined } = {}) => withQuery('/assets', query),
  exchange: (query: { coin?: string | undefined } = {}) => withQuery('/exchange', query),
  recharge: (query: { way?: 'digital' | undefined } = {}) => withQuery('/recharge', query),
  withdraw: (query: { way?: 'bank' | '1001' | '1002' | undefined } = {}) => withQuery('/withdraw', query),
  journal: (query: { type?: 'all' | '0' | '1' | '2' | undefined } = {}) => withQuery('/journal', query),
  /** Security: passwords, second factor, sessions. */
  security: () => '/security',
  /** Self-imposed trading limits. */
  limits: () => '/limits',
  /** Data export and account closure. */
  data: () => '/data',
  loan: () => '/loan',
  authentication: () => '/authentication',
  bindColdWallet: (query: { network?: '1001' | '1002' | undefined; next?: string | undefined } = {}) =>
    withQuery('/bindColdWallet', { ...query, next: pathInSite(query.next) }),
  bank: (query: { next?: string | undefined } = {}) => withQuery('/bank', { next: pathInSite(query.next) }),
  /** Products; `type` is a kind of the product list or `featured`. Copy trading adds the filters of its leads (`leadQuery`). */
  project: (query: { type?: string | undefined; page?: string | undefined } = {}) =>
    withQuery('/project', query),
  /** Terms of one product, and its purchase; or the record of a lead. */
  details: (query: { id?: number | undefined; lead?: number | undefined; type?: string | undefined } = {}) =>
    withQuery('/details', { ...query, id: idText(query.id), lead: idText(query.lead) }),
  /** Applying to be copied, and my leading. */
  lead: () => '/lead',
  /** One of my investment orders. */
  order: (query: { id?: number | undefined } = {}) => withQuery('/order', { id: idText(query.id) }),
  /** My investment orders. */
  history: (query: { id?: number | undefined; tab?: 'finished' | undefined } = {}) =>
    withQuery('/history', { ...query, id: idText(query.id) }),
  /** Earnings of one of my orders, day by day. */
  revenueRecord: (query: { id?: number | undefined } = {}) =>
    withQuery('/revenueRecord', { id: idText(query.id) }),
  /** Posts of customers, or one of them. */
  community: (
    query: { id?: number | undefined; order?: 'liked' | undefined; page?: string | undefined } = {},
  ) => withQuery('/community', { ...query, id: idText(query.id) }),
  /** My posts, comments and replies. */
  comment: (
    query: { tab?: string | undefined; state?: string | undefined; page?: string | undefined } = {},
  ) => withQuery('/comment', query),
  /** Sign-ins, totals and newbie tasks. */
  signIn: () => '/signIn',
  /** Invitation link, income and clients. */
  inviteFriends: () => '/inviteFriends',
  /** The campaign that runs, or none. */
  campaign: () => '/campaign',
  /** List of news. */
  new: (query: { page?: string | undefined } = {}) => withQuery('/new', query),
  newsDetail: (query: { id?: number | undefined } = {}) => withQuery('/newsDetail', { id: idText(query.id) }),
  /** Questions and answers. */
  question: (query: { page?: string | undefined } = {}) => withQuery('/question', query),
  /** My inbox. */
  notices: (query: { tab?: string | undefined; page?: string | undefined } = {}) =>
    withQuery('/notices', query),
  /** Where notices reach me, by topic. */
  noticeSettings: () => '/noticeSettings',
  download: () => '/download',
} as const
export type NavItem = keyof typeof paths

/**
 * Whether an address, such as the link of a notice, is that of a screen.
 *
 * @example isScreen('/order?id=7') // true
 */
export const isScreen = (address: string): boolean => {
  const path = address.split(/[?#]/)[0]
  return (Object.keys(paths) as NavItem[]).some((name) => paths[name]() === path)
}

/** Items of the top navigation, in order. */
export const navigation = [
  'home',
  'contract',
  'quotes',
  'transaction',
  'project',
  'mine',
  'about',
  'subscription',
] as const satisfies readonly NavItem[]
export type Place = (typeof navigation)[number]
