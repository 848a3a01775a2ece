import type { Namespace } from './i18n/keys.ts'

/** Catalogues of the first view of a page, by address. The pages that are listed load their screen before the first render. */
const firstTexts = {
  '/': ['home', 'market'],
  '/contract': ['market', 'chart'],
  '/quotes': ['market', 'chart', 'options'],
  '/kline': ['market', 'chart'],
  '/m': ['home', 'market'],
  '/m/contract': ['market', 'trade', 'chart'],
  '/m/quotes': ['market', 'trade', 'chart', 'options'],
  '/m/kline': ['market', 'chart'],
} as const satisfies Readonly<Record<string, readonly Namespace[]>>

/** Address of a page that loads its screen before the first render; `pageFiles.ts` names the modules of each. */
export type FirstAddress = keyof typeof firstTexts

const textsByAddress: Readonly<Record<string, readonly Namespace[]>> = firstTexts

/** Catalogues of the first view at an address; undefined of a page that is not listed. */
export const firstTextsOf = (address: string): readonly Namespace[] | undefined => textsByAddress[address]
