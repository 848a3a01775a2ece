import { examineEveryScreen } from './everyScreen.ts'

// Russian has the longest words of the nine. All screens, sites, languages and themes: everyScreen.long.web.test.ts.
examineEveryScreen({ onBothSites: false, themes: ['day'], languagesOf: () => ['ru'] })
