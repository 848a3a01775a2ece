import { examineEveryScreen } from './everyScreen.ts'

// Russian has the longest words of the nine. The other site, languages and theme: everyScreen.long.web.test.ts.
examineEveryScreen({ onBothSites: false, themes: ['day'], languagesOf: () => ['ru'] })
