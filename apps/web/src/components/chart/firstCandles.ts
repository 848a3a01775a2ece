import { site } from '../../site.ts'

/** Candles that a chart begins with: more than the widest screen of the site shows. Older ones are requested on scrolling. */
export const firstCandles = site === 'phone' ? 150 : 300
