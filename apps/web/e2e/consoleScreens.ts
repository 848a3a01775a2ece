/** A screen of the staff console, which has one language and no phone site. */
export type ConsolePlan = {
  readonly name: string
  readonly path: string
  /** Role of the viewer. A visitor sees the entrance. */
  readonly who: 'visitor' | 'manager'
  readonly only: 'desktop'
  readonly language: 'en'
}

const planOf = (name: string, path: string, who: ConsolePlan['who'] = 'manager'): ConsolePlan => ({
  name: `console-${name}`,
  path: `/console${path}`,
  who,
  only: 'desktop',
  language: 'en',
})

/** The screens of the console: its entrance, the views of the queue, and its sections, for tests and pictures. */
export const consoleScreens: readonly ConsolePlan[] = [
  planOf('entrance', '/', 'visitor'),
  planOf('queue', '/'),
  planOf('due', '/?only=due&sort=deadline'),
  planOf('mine', '/?only=mine'),
  planOf('second', '/?only=second'),
  planOf('item', '/queue/withdrawal/1'),
  planOf('customers', '/customers'),
  planOf('customer', '/customers/10001'),
  planOf('locks', '/locks'),
  planOf('payouts', '/payouts'),
  planOf('products', '/products'),
  planOf('content', '/content'),
  planOf('article', '/content/news/new'),
  // The first record of the sample after the countries.
  planOf('about', '/content/about/249'),
  planOf('community', '/community'),
  planOf('settings', '/settings'),
  planOf('reserves', '/reserves'),
  planOf('audit', '/audit'),
  planOf('health', '/health'),
  planOf('staff', '/staff'),
  planOf('account', '/account'),
]
