import { examineEveryScreen } from './everyScreen.ts'

/**
 * On a phone every language is read. On the wide site those with the longest words and the tallest script; its
 * navigation is read in all nine by `reading.long.web.test.ts`.
 */
const wide = ['ru', 'es', 'th']
const everyOther = ['ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh', 'tw']

examineEveryScreen({
  onBothSites: true,
  themes: ['night', 'day'],
  languagesOf: (site) => (site === 'phone' ? everyOther : wide),
})
