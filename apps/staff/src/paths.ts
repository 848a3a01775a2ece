import type { ReviewKindName } from '@glasshouse/core/reviews/wire'

type Query = Readonly<Record<string, string | number | undefined>>

const withQuery = (path: string, query: Query): string => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** All addresses of the console, below /console. */
export const paths = {
  queue: (query: Query = {}): string => withQuery('/', query),
  item: (kind: ReviewKindName, id: number, query: Query = {}): string =>
    withQuery(`/queue/${kind}/${id}`, query),
  customers: (query: Query = {}): string => withQuery('/customers', query),
  customer: (uid: number): string => `/customers/${uid}`,
  locks: (): string => '/locks',
  products: (): string => '/products',
  content: (kind?: string, id?: number | 'new'): string =>
    ['/content', kind, id].filter((part) => part !== undefined).join('/'),
  community: (): string => '/community',
  settings: (): string => '/settings',
  reserves: (): string => '/reserves',
  payouts: (): string => '/payouts',
  audit: (query: Query = {}): string => withQuery('/audit', query),
  health: (): string => '/health',
  members: (): string => '/staff',
  account: (): string => '/account',
  join: (): string => '/join',
}
