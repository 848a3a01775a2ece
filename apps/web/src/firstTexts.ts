import type { Namespace } from './i18n/keys.ts'

/** Catalogues of the first view of a page, by address. The pages that are listed load their screen before the first render. */
export const firstTexts: Readonly<Record<string, readonly Namespace[]>> = {
  '/': ['home', 'market'],
  '/contract': ['market', 'trade', 'chart'],
  '/quotes': ['market', 'trade', 'chart', 'options'],
  '/kline': ['market', 'chart'],
  '/m': ['home', 'market'],
  '/m/contract': ['market', 'trade', 'chart'],
  '/m/quotes': ['market', 'trade', 'chart', 'options'],
  '/m/kline': ['market', 'chart'],
}
